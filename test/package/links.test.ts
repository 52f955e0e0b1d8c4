import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { listPackedFiles, publishedManifest } from '../../scripts/publish/packPackage.ts'
import { pages, readPage } from '../docs/codeBlocks.ts'
import { linksOf } from '../docs/links.ts'

const packed = new Map(listPackedFiles('.').map(({ path, size }) => [path, size]))
/** npm shows the films of the README from the repository. They would be a quarter of the tarball. */
const isFilm = (target: string) => /^docs\/images\/film-\w+\.webp$/.test(target)
const isPacked = (target: string) =>
  isFilm(target) || packed.has(target) || [...packed.keys()].some((path) => path.startsWith(`${target}/`))

const examples = readdirSync('examples', { recursive: true, encoding: 'utf8' })
  .map((file) => `examples/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))

it.each([...pages, ...examples].filter((page) => packed.has(page)))('%s links only to files of the tarball', (page) => {
  const missing = linksOf(readPage(page)).filter((target) => {
    const [file = ''] = target.split('#')
    return (
      !/^(https?|mailto):/.test(target) && file !== '' && !isPacked(normalize(join(dirname(page), decodeURI(file))))
    )
  })
  expect(missing).toEqual([])
})

it('finds the links and the images of the README', () => {
  const links = linksOf(readPage('README.md'))
  expect(links).toEqual(
    expect.arrayContaining([
      'CHANGELOG.md',
      'docs/concepts.md',
      'docs/images/inbox-light.webp',
      'docs/images/inbox-dark.webp',
      'docs/images/film-light.webp',
      'docs/images/film-dark.webp',
    ]),
  )
  expect(links.length).toBeGreaterThan(30)
})

it('packs the pages for readers, and no output of a build or a test', () => {
  for (const page of ['README.md', 'LICENSE', 'CHANGELOG.md', 'docs/interface.md', 'examples/README.md'])
    expect(isPacked(page)).toBe(true)
  expect(
    [...packed.keys()].filter((path) =>
      /node_modules|^examples\/[^/]+\/(dist|\.next)\/|^(src|test|stories|scripts)\//.test(path),
    ),
  ).toEqual([])
})

it('packs no large image', () => {
  const pictures = [...packed].filter(([path]) => /\.(png|jpe?g|gif|webp|avif|svg)$/.test(path))
  expect(pictures.length).toBeGreaterThan(3)
  expect(pictures.filter(([, size]) => size > 60_000)).toEqual([])
})

interface Manifest {
  private: boolean
  repository: { url: string }
  homepage: string
  bugs: string
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

it('names one repository URL, on which homepage and bugs are based', () => {
  const address = manifest.repository.url.replace(/^git\+(.+)\.git$/, '$1')
  expect(address).toMatch(/^https:\/\/[^/]+\/[^/]+\/[^/]+$/)
  expect(manifest.homepage).toBe(`${address}#readme`)
  expect(manifest.bugs).toBe(`${address}/issues`)
  // No page repeats the URL, so that its owner sets it in one file.
  expect(pages.filter((page) => readPage(page).includes(address))).toEqual([])
})

it('publishes a package.json without fields that only the checkout needs', () => {
  const published = Object.keys(publishedManifest(manifest))
  expect(published).toEqual(
    expect.arrayContaining([
      'name',
      'version',
      'license',
      'repository',
      'sideEffects',
      'bin',
      'exports',
      'dependencies',
      'peerDependencies',
    ]),
  )
  expect(published.filter((field) => /private|scripts|devDep|files|overrides|knip|size-limit/i.test(field))).toEqual([])
  // npm refuses to publish the checkout itself.
  expect(manifest.private).toBe(true)
})
