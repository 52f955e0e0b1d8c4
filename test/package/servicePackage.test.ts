import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

interface Manifest {
  version: string
  license: string
  engines: object
  dependencies: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional: boolean }>
  devDependencies: Record<string, string>
}
const read = (file: string) => readFileSync(file, 'utf8')
const tidings = JSON.parse(read('package.json')) as Manifest
const service = JSON.parse(read('packages/service/package.json')) as Manifest

/** A source and all sources that it imports, directly or not. */
const reachedFrom = (file: string, reached = new Set<string>()): Set<string> => {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const [, target = ''] of read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g))
    reachedFrom(join(dirname(file), target), reached)
  return reached
}

it('has the version, license and engines of tidings: set the new version in both', () => {
  expect(service).toMatchObject({ version: tidings.version, license: tidings.license, engines: tidings.engines })
  expect(read('packages/service/LICENSE')).toBe(read('LICENSE'))
})

it('depends on exactly the packages that its sources import', () => {
  const files = [...reachedFrom('src/service/index.ts'), ...reachedFrom('src/service/command/commandLine.ts')]
  const imported = files.flatMap((file) =>
    [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([@\w][^'\s]*)'/g)].map(([, name = '']) => name),
  )
  const packages = imported
    .filter((name) => !name.startsWith('node:'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  expect([...new Set(packages)].toSorted()).toEqual(Object.keys(service.dependencies).toSorted())
})

it('is loaded as a package by the command of tidings, so that tidings contains no second copy', () => {
  expect([...reachedFrom('src/bin/tidings.ts')].filter((file) => file.startsWith('src/service/'))).toEqual([])
})

it('no package of an app can prevent the install of tidings: each peer is optional, in any version', () => {
  for (const [name, range] of Object.entries(tidings.peerDependencies ?? {}))
    expect([name, range, tidings.peerDependenciesMeta?.[name]?.optional]).toEqual([name, '*', true])
  expect(service.peerDependencies).toBeUndefined()
})
