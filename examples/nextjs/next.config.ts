import type { NextConfig } from 'next'

// The example works with both settings: the default, and that of new apps.
const cacheComponents = process.env.CACHE_COMPONENTS === 'true'

export default { cacheComponents, partialPrefetching: cacheComponents } satisfies NextConfig
