import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { generateLlms } from './generateLlms.ts'
import { bundlePages } from './publish/bundlePages.ts'
import { findUnboundHooks } from './publish/findUnboundHooks.ts'
import { packPackages } from './publish/packPackages.ts'

/** Checks the packages as they would be published. Run `npm run build` first, because this reads dist/. */
const run = (command: string, args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' })
  if (status === 0) return stdout
  throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}\n${stderr}`)
}

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { default: string }>
}
const targets = Object.entries(exports).map(([entry, target]) => ({
  entry,
  file: typeof target === 'string' ? target : target.default,
}))
const sheets = targets.filter(({ entry }) => entry.endsWith('.css'))
const modules = targets.filter(({ entry }) => !/\.(css|json)$/.test(entry))

const { tidings: packed, service } = packPackages('.tidings/check')
/** Maximum size of an image in the docs, in bytes. */
const maxImageBytes = 60_000
/** Maximum size of the tarball, in bytes. */
const maxTarballBytes = 2_130_000

const checks: Record<string, () => void | Promise<void>> = {
  'knip finds nothing unused': () => void run('npx', ['knip']),

  'publint finds nothing': () => {
    for (const { folder } of [packed, service]) run('npx', ['publint', folder, '--strict'])
  },

  'types resolve for every entry': () => {
    run('npx', [
      'attw',
      packed.tarball,
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      ...sheets.map(({ entry }) => entry),
    ])
    run('npx', ['attw', service.tarball, '--profile', 'esm-only'])
  },

  'the tarball is small and contains nothing that only the checkout needs': () => {
    const { scripts, devDependencies } = JSON.parse(
      readFileSync(path.join(packed.folder, 'package.json'), 'utf8'),
    ) as Record<string, object>
    if (scripts || devDependencies) throw new Error('The published package.json has scripts or devDependencies.')
    const large = packed.files.filter(
      (file) => /\.(png|jpe?g|gif|webp|avif|svg)$/.test(file.path) && file.size > maxImageBytes,
    )
    if (large.length > 0)
      throw new Error(
        `These images are larger than ${maxImageBytes} bytes: ${large.map((file) => file.path).join(', ')}`,
      )
    process.stdout.write(
      `  ${packed.files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked\n`,
    )
    if (packed.size > maxTarballBytes) throw new Error(`The tarball is larger than ${maxTarballBytes} bytes.`)
  },

  'every module has a source map with the sources of tidings': () => {
    const scripts = packed.files
      // The page of `tidings dev` is served as it was written.
      .filter((file) => /^dist\/(?!dev\/page\/).*\.js$/.test(file.path))
      .map((file) => path.join(packed.folder, file.path))
    const withoutMap = scripts.filter((file) => {
      // A module that only re-exports was written by the bundler, and contains no source line.
      if (!/^(?!export |import |['"]use client|\s*$)/m.test(readFileSync(file, 'utf8'))) return false
      if (!existsSync(`${file}.map`)) return true
      const { sources, sourcesContent } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as {
        sources: string[]
        sourcesContent?: (string | null)[]
      }
      return sources.some(
        (source, index) => source.includes('src/') && !source.includes('node_modules/') && !sourcesContent?.[index],
      )
    })
    if (withoutMap.length > 0) throw new Error(withoutMap.join('\n'))
  },

  'an app bundles only what it uses': async () => {
    await bundlePages()
    const bundle = (name: string) => readFileSync(`.tidings/size/${name}/page.js`, 'utf8')
    if (bundle('hooks').includes('className')) throw new Error('A bundle of tidings/hooks contains a component.')
    if (/from ?["']react/.test(bundle('client'))) throw new Error('A bundle of tidings/client contains React.')
  },

  // Measures the bundles that the check above created.
  'sizes stay within their limits': () => void process.stdout.write(run('npx', ['size-limit'])),

  'every entry can be imported on a server': () => {
    // An app compiles the components for Svelte: test/svelte renders them as on a server.
    const ready = modules.filter(({ entry }) => entry !== './svelte')
    const code = ready.map(({ entry }) => `await import('tidings${entry.slice(1)}')`).join('\n')
    run('node', ['--input-type=module', '--eval', code])
  },

  'every style sheet exists': () => {
    for (const { entry, file } of sheets) {
      const css = readFileSync(file, 'utf8')
      if (!css.includes('tidings') || css.includes('@import'))
        throw new Error(`${entry} is empty or imports another style sheet.`)
    }
  },

  'every module that uses hooks is behind "use client"': () => {
    const wrong = findUnboundHooks(modules.map(({ file }) => file))
    if (wrong.length > 0) throw new Error(`Server components can't import:\n${wrong.join('\n')}`)
  },

  'the components for Svelte find what they import': () => {
    for (const name of readdirSync('dist/svelte').filter((file) => file.endsWith('.svelte')))
      for (const [, names = '', file = ''] of readFileSync(`dist/svelte/${name}`, 'utf8').matchAll(
        /import \{([^}]+)\} from '(\.[^']+)'/g,
      )) {
        const imports = `import {${names}} from './${path.posix.join('dist/svelte', file)}'`
        run('node', ['--input-type=module', '--eval', imports])
      }
  },

  'the errors of the service name pages of tidings, and no folder that it may be installed without': () => {
    const scripts = service.files.filter((file) => /^dist\/(?!standalone\/).*\.js$/.test(file.path))
    const code = scripts.map((file) => readFileSync(path.join(service.folder, file.path), 'utf8')).join('\n')
    if (!code.includes('docs/errors/${code}.md in the package tidings')) throw new Error('No page is named.')
    if (code.includes('node_modules/tidings')) throw new Error('The code names node_modules/tidings.')
  },

  'both commands print their help': () => {
    for (const [file, usage] of [
      ['dist/bin/tidings.js', 'tidings service'],
      ['packages/service/dist/bin/tidings-service.js', 'tidings-service'],
    ] as const) {
      const help = run('node', [file, '--help'])
      if (!help.includes(`Usage: ${usage} `)) throw new Error(`${file} --help does not name its command:\n${help}`)
    }
  },

  'coding agents find the docs': () => {
    for (const [name, text] of Object.entries(generateLlms()))
      if (readFileSync(path.join(packed.folder, name), 'utf8') !== text)
        throw new Error(`${name} is older than the docs: npm run build`)
    const help = run('node', [path.join(packed.folder, 'dist/bin/tidings.js')])
    const missing = [...help.matchAll(/^ {2}(\S+\.(?:md|txt))$/gm)].filter(([, file = '']) => !existsSync(file))
    if (missing.length > 0 || !help.includes('agents.md')) throw new Error(`tidings names no page:\n${help}`)
  },
}

let failed = 0
for (const [name, check] of Object.entries(checks)) {
  try {
    await check()
    process.stdout.write(`✓ ${name}\n`)
  } catch (error) {
    failed += 1
    process.stdout.write(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}\n`)
  }
}
process.exitCode = failed > 0 ? 1 : 0
