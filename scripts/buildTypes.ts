import { bundleTypes } from './publish/bundleTypes.ts'

/** The last step of `npm run build`: what tsc has written becomes a file for each entry of both packages. */
for (const root of ['.', 'packages/service']) await bundleTypes({ root, declarations: '.tidings/declarations' })
