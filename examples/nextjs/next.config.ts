import type { NextConfig } from 'next'

// The example works with both: the default, and what new apps have.
const cacheComponents = process.env.CACHE_COMPONENTS === 'true'

export default { cacheComponents, partialPrefetching: cacheComponents } satisfies NextConfig
