import { bundleTypes } from './publish/bundleTypes.ts'

/** The last step of `npm run build`: what tsc has written becomes a file for each entry. */
await bundleTypes({ root: '.', declarations: '.tidings/declarations' })
