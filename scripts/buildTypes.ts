import { bundleTypes } from './publish/bundleTypes.ts'

/** The last step of `npm run build`: bundles the declarations that tsc wrote, one file per entry of both packages. */
for (const root of ['.', 'packages/service']) await bundleTypes({ root, declarations: '.tidings/declarations' })
