import { packPackages } from './publish/packPackages.ts'

/** Makes the folders and the tarballs that are published, after `npm run build`, and prints how large they are. */
const kB = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`
for (const { folder, tarball, files, size, unpackedSize } of Object.values(packPackages('.tidings/pack')))
  process.stdout.write(
    `${tarball}\n${files.length} files, ${kB(size)} packed, ${kB(unpackedSize)} unpacked\nTo publish: npm publish ${folder}\n`,
  )
