import { packPackages } from './publish/packPackages.ts'

/** Writes the published folders and tarballs after `npm run build`, and prints their sizes. */
const kB = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`
for (const { folder, tarball, files, size, unpackedSize } of Object.values(packPackages('.tidings/pack')))
  process.stdout.write(
    `${tarball}\n${files.length} files, ${kB(size)} packed, ${kB(unpackedSize)} unpacked\nTo publish: npm publish ${folder}\n`,
  )
