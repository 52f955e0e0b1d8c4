import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { bundlePages } from './bundlePages.ts'
import { findUnboundHooks } from './findUnboundHooks.ts'
import { packPackages } from './packPackages.ts'

/** Checks what would be published. It looks at dist/, so `npm run build` comes first. */
const run = (command: string, args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', shell: process.platform === 'win32' })
  if (status === 0) return stdout
  throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
}

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, string | { default: string }> }
const targets = Object.entries(exports).map(([entry, target]) => ({ entry, file: typeof target === 'string' ? target : target.default }))
const sheets = targets.filter(({ entry }) => entry.endsWith('.css'))
const modules = targets.filter(({ entry }) => !/\.(css|json)$/.test(entry))

const checks: Record<string, () => void | Promise<void>> = {
  'knip finds nothing unused': () => void run('npx', ['knip']),

  'publint finds nothing': () => {
    run('npx', ['publint', '--strict'])
    run('npx', ['publint', 'packages/service', '--strict'])
  },

  'types resolve for every entry': async () => {
    const tarballs = await packPackages()
    try {
      run('npx', ['attw', tarballs.tidings, '--profile', 'esm-only', '--exclude-entrypoints', ...sheets.map(({ entry }) => entry)])
      run('npx', ['attw', tarballs.service, '--profile', 'esm-only'])
    } finally {
      for (const tarball of Object.values(tarballs)) rmSync(tarball)
    }
  },

  'a page takes only what it uses': async () => {
    await bundlePages()
    const bundle = (name: string) => readFileSync(`.tidings/size/${name}/page.js`, 'utf8')
    if (bundle('hooks').includes('className')) throw new Error('A bundle of tidings/hooks holds a component.')
    if (/from ?["']react/.test(bundle('client'))) throw new Error('A bundle of tidings/client holds React.')
  },

  // Of the bundles that were just made.
  'sizes stay within their limits': () => void process.stdout.write(run('npx', ['size-limit'])),

  'every entry can be imported on a server': () => {
    const code = modules.map(({ entry }) => `await import('tidings${entry.slice(1)}')`).join('\n')
    run('node', ['--input-type=module', '--eval', code])
  },

  'every style sheet is there': () => {
    for (const { entry, file } of sheets) {
      const css = readFileSync(file, 'utf8')
      if (!css.includes('@layer tidings') || css.includes('@import')) throw new Error(`${entry} is not in one piece.`)
    }
  },

  'what uses hooks stands behind "use client"': () => {
    const wrong = findUnboundHooks(modules.map(({ file }) => file))
    if (wrong.length > 0) throw new Error(`Server components could not import:\n${wrong.join('\n')}`)
  },

  'both command lines answer': () => {
    for (const [file, usage] of [['dist/bin/tidings.js', 'tidings service'], ['packages/service/dist/bin/tidings-service.js', 'tidings-service']] as const) {
      const help = run('node', [file, '--help'])
      if (!help.includes(`Usage: ${usage} `)) throw new Error(`${file} --help does not name its command:\n${help}`)
    }
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
