import { packPackage } from './publish/packPackage.ts'

/** Makes the folder and the tarball that are published, after `npm run build`, and prints how large they are. */
const { folder, tarball, files, size, unpackedSize } = packPackage('.', '.tidings/pack')
const kB = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`
process.stdout.write(`${tarball}\n${files.length} files, ${kB(size)} packed, ${kB(unpackedSize)} unpacked\nTo publish: npm publish ${folder}\n`)
