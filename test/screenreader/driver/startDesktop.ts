import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SpeechServer, startSpeechServer } from './startSpeechServer.ts'

/** A desktop without a screen, on which Orca runs. */
export interface Desktop {
  /** The environment of programs on this desktop. */
  env: Record<string, string>
  /** What Orca said, oldest first. */
  said: readonly string[]
  /** Presses a key, or several separated by a space, by their names in X11: "shift+Tab". Orca receives them first. */
  press: (key: string) => void
  /** Clicks at a position of the screen. */
  click: (x: number, y: number) => void
  /** Ends Orca and the desktop. */
  close: () => Promise<void>
}

/**
 * Orca's settings. It says each change once, without the echo of keys, and does not read a page aloud when it has loaded:
 * what it says then depends on how fast the page loads.
 */
const settings = `import orca.settings
orca.settings.enableKeyEcho = False
orca.settings.sayAllOnLoad = False
orca.settings.pageSummaryOnLoad = False
orca.settings.enablePositionSpeaking = False
`

/**
 * Starts a virtual display, a message bus with the accessibility services, and Orca. Only one Orca can run per user, so
 * that its desktop belongs to one test at a time.
 */
export const startDesktop = async (): Promise<Desktop> => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-orca-'))
  const started: ChildProcess[] = []
  let speech: SpeechServer | undefined
  const close = async () => {
    for (const child of started.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    speech?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const home = join(folder, 'home')
    const preferences = join(folder, 'orca')
    for (const each of [home, preferences]) mkdirSync(each)
    mkdirSync(join(folder, 'run'), { mode: 0o700 })
    const socket = join(folder, 'speech')
    speech = await startSpeechServer(socket)
    const env: Record<string, string> = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      LANG: 'C.UTF-8',
      // For the headings of days.
      TZ: 'Europe/Stockholm',
      GSETTINGS_BACKEND: 'memory',
      GNOME_ACCESSIBILITY: '1',
      SPEECHD_ADDRESS: `unix_socket:${socket}`,
    }
    /** Starts a program that prints a line when it is ready. */
    const start = async (command: string, args: readonly string[]) => {
      const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
      started.push(child)
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      return line.toString().trim()
    }
    const screen = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp']
    env['DISPLAY'] = `:${await start('Xvfb', ['-displayfd', '1', ...screen])}`
    env['DBUS_SESSION_BUS_ADDRESS'] = await start('dbus-daemon', ['--session', '--nofork', '--print-address'])
    const run = (command: string, args: readonly string[]) => {
      const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
    }
    // Browsers give no accessibility tree otherwise.
    for (const property of ['IsEnabled', 'ScreenReaderEnabled'])
      run('dbus-send', [
        '--session',
        '--print-reply',
        '--dest=org.a11y.Bus',
        '/org/a11y/bus',
        'org.freedesktop.DBus.Properties.Set',
        'string:org.a11y.Status',
        `string:${property}`,
        'variant:boolean:true',
      ])
    writeFileSync(join(preferences, 'orca-customizations.py'), settings)
    const orca = spawn('orca', ['--user-prefs', preferences], { env, stdio: 'ignore' })
    started.push(orca)
    const { said } = speech
    const end = Date.now() + 30_000
    // It says "Screen reader on."
    while (said.length === 0) {
      if (orca.exitCode !== null || Date.now() > end)
        throw new Error('Orca did not start. Another one may run as the same user: end it.')
      // A program of its own, which reports nothing.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return {
      env,
      said,
      press: (key) => run('xdotool', ['key', ...key.split(' ')]),
      click: (x, y) => run('xdotool', ['mousemove', String(x), String(y), 'click', '1']),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
