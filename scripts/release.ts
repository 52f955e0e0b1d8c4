import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { packPackages } from './publish/packPackages.ts'

/**
 * Publishes both packages after `npm run build`, the service first, because `tidings dev` names its version. Without
 * `--publish`, npm only checks and lists what it would publish. `--provenance` states from which commit and workflow
 * the packages come, and works only there.
 */
const { values } = parseArgs({ options: { publish: { type: 'boolean' }, provenance: { type: 'boolean' } } })

const versionOf = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
const version = versionOf('package.json')
if (versionOf('packages/service/package.json') !== version)
  throw new Error('tidings and tidings-service have different versions. Set both to the one that you release.')
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version}\n`))
  throw new Error(`CHANGELOG.md has no heading "## ${version}". Give the changes since the last release this heading.`)

const { tidings, service } = packPackages('.tidings/release')
for (const { folder } of [service, tidings]) {
  const options = values.publish ? (values.provenance ? ['--provenance'] : []) : ['--dry-run']
  const { status } = spawnSync('npm', ['publish', folder, '--access', 'public', ...options], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm could not publish ${folder}: its reason is above.`)
}
