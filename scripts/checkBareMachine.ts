import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDebianPackages, updatePackageLists } from './setup/installDebianPackages.ts'

/*
 * Proves that `npm ci && npm start` and `npm test` after it need no other setup. Both run in an empty Debian without a
 * browser and fonts. It gets only this machine's Node and npm, its access to registries (proxies, certificates), and a
 * clone of the last commit. Requires root on Debian or a system derived from it.
 */

const repository = fileURLToPath(new URL('..', import.meta.url))
/** Outside of the repository, whose files development servers watch. Only root can write here. */
const folder = '/var/cache/tidings-bare'
/** The empty system, cached for the next run. */
const base = join(folder, 'base')
const root = join(folder, 'root')
/** Path of the clone inside of the empty system. */
const clone = '/home/tidings'

const started = performance.now()
const report = (text: string) =>
  process.stdout.write(`\n── ${text} (${((performance.now() - started) / 1000).toFixed(0)} s)\n`)

const output = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] })

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })

const inRoot = (path: string) => join(root, path)

const write = (path: string, text: string) => {
  mkdirSync(dirname(inRoot(path)), { recursive: true })
  writeFileSync(inRoot(path), text)
}

/** Copies a file of this machine into the system, to the same path or another one. */
const copy = (path: string, to = path) => {
  if (existsSync(path)) cpSync(path, inRoot(to), { recursive: true, dereference: true })
}

interface PackageSource {
  address: string
  release: string
  component: string
}

/** The package sources of this machine's distribution, without added third-party sources. */
const readPackageSources = (distribution: string): PackageSource[] =>
  output('apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI) $(RELEASE) $(COMPONENT)',
    'Created-By: Packages',
    `Origin: ${distribution}`,
  ])
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [address = '', release = '', component = ''] = line.split(' ')
      return { address, release, component }
    })

const readRelease = () => {
  const values = new Map(
    readFileSync('/etc/os-release', 'utf8')
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
  return {
    codename: values.get('VERSION_CODENAME') ?? '',
    distribution: values.get('ID') === 'ubuntu' ? 'Ubuntu' : 'Debian',
  }
}

const makeBase = (sources: readonly PackageSource[], codename: string) => {
  if (existsSync(base)) return
  const mirror = sources.find(({ release, component }) => release === codename && component === 'main')?.address
  if (mirror === undefined)
    throw new Error(`apt has no source for ${codename}. Run \`apt-get update\`, or correct /etc/apt.`)
  if (!existsSync('/usr/sbin/debootstrap'))
    installDebianPackages(['debootstrap'], 'The empty Debian needs debootstrap.')
  const unfinished = `${base}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  try {
    output('debootstrap', ['--variant=minbase', codename, unfinished, mirror])
  } catch (error) {
    const log = join(unfinished, 'debootstrap/debootstrap.log')
    throw new Error(`debootstrap failed:\n${existsSync(log) ? readFileSync(log, 'utf8').slice(-4000) : ''}`, {
      cause: error,
    })
  }
  run('mv', [unfinished, base])
}

/** Copies this machine's access to registries: npm's files, apt's sources and proxies, host names, certificates. */
const copyNetwork = (sources: readonly PackageSource[]) => {
  for (const path of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt']) copy(path)
  for (const name of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']) if (process.env[name]) copy(process.env[name])
  write(
    '/etc/apt/sources.list',
    sources.map(({ address, release, component }) => `deb ${address} ${release} ${component}\n`).join(''),
  )
  const settings = output('apt-config', ['dump', '--no-empty', 'Acquire'])
  write('/etc/apt/apt.conf.d/99outer', settings.replaceAll(/^Acquire::(?!https?::).*\n?/gm, ''))
  copy(output('npm', ['config', 'get', 'userconfig']).trim(), '/root/.npmrc')
  copy(output('npm', ['config', 'get', 'globalconfig']).trim(), '/usr/local/etc/npmrc')
}

const copyNode = () => {
  copy(realpathSync(process.execPath), '/usr/local/bin/node')
  const npm = join(output('npm', ['root', '--global']).trim(), 'npm')
  cpSync(npm, inRoot('/usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, inRoot(`/usr/local/bin/${name}`))
}

/**
 * Whether a variable configures access to a registry. npm sets many others for scripts, which contain paths of this
 * machine.
 */
const isNetworkVariable = (name: string) =>
  /^(https?_proxy|no_proxy|npm_config_registry|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/i.test(name)

/** Mounts and processes have their own namespaces, so they end with the command in every case. */
const runInside = (command: string, environment: Record<string, string> = {}): ChildProcess => {
  const mounts = [
    'mount -t proc proc "$1/proc"',
    'mkdir -p "$1/dev/shm" && mount -t tmpfs -o mode=1777 shm "$1/dev/shm"',
    'mount -t sysfs -o ro sys "$1/sys"',
    'exec chroot "$1" /bin/sh -c "cd $2 && $3"',
  ]
  return spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', mounts.join('\n'), 'sh', root, clone, command],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => isNetworkVariable(name))),
        ...environment,
      },
    },
  )
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })

/** `npm start` prints its address, and the demo must be served there. */
const checkStart = async () => {
  const child = runInside('npm ci && npm start', { PORT: '0' })
  let printed = ''
  const address = new Promise<string>((resolve) =>
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text)
      printed += text
      const match = /tidings demo ready on (\S+)/.exec(printed)
      if (match?.[1] !== undefined) resolve(match[1])
    }),
  )
  const end = ended(child)
  try {
    const ready = await Promise.race([
      address,
      end.then((code) => {
        throw new Error(`\`npm ci && npm start\` exited with ${code} before it was ready.`)
      }),
    ])
    const response = await fetch(ready)
    const page = await response.text()
    if (!response.ok || !page.includes('<div id="root">'))
      throw new Error(`${ready} responded with ${response.status} instead of the demo:\n${page.slice(0, 500)}`)
  } finally {
    child.kill('SIGKILL')
    await end
  }
}

/** `npm ci` has run before `npm start`. A second one would prove nothing, and takes a minute. */
const checkTests = async () => {
  const child = runInside('npm test')
  child.stdout?.pipe(process.stdout)
  const code = await ended(child)
  if (code !== 0) throw new Error(`\`npm test\` exited with ${code}.`)
}

const check = async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error('debootstrap and chroot require root on Debian or a system derived from it.')
  const { codename, distribution } = readRelease()
  report(`An empty ${distribution} (${codename})`)
  // apt names a source once it has its list: that of the security updates has a newer browser.
  updatePackageLists()
  const sources = readPackageSources(distribution)
  makeBase(sources, codename)
  rmSync(root, { recursive: true, force: true })
  run('cp', ['--archive', base, root])
  copyNetwork(sources)
  copyNode()
  const changed = output('git', ['-C', repository, 'status', '--porcelain'])
  if (changed !== '') process.stdout.write(`Only committed files are tested. Uncommitted changes:\n${changed}`)
  run('git', ['clone', '--quiet', '--no-hardlinks', repository, inRoot(clone)])
  report('npm ci && npm start')
  await checkStart()
  report('npm test')
  await checkTests()
  report('Both commands work on a bare machine')
  rmSync(root, { recursive: true, force: true })
}

try {
  await check()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
