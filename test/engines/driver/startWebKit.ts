import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Engine, EnginePage, Point, Size } from './Engine.ts'
import { findProgram } from './findEngines.ts'

/** The WebDriver codes of keys. */
const keys: Record<string, string> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  End: '\uE010',
  Home: '\uE011',
}

/**
 * WebKitGTK, the engine of Safari, through plain WebDriver: WebKitWebDriver starts its MiniBrowser in a virtual
 * display.
 */
export const startWebKit = async (): Promise<Engine> => {
  const started: ChildProcess[] = []
  const stop = async () => {
    for (const child of started.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }
  }
  try {
    const display = await startDisplay(started)
    const address = await startDriver(started, display)
    const session = await openSession(address)
    await openWindow(session)
    return {
      version: `WebKitGTK ${session.version}`,
      newPage: () => Promise.resolve(pageOf(session)),
      close: async () => {
        await session.call('DELETE', '')
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @returns the number of the display, such as ":1". */
const startDisplay = async (started: ChildProcess[]): Promise<string> => {
  const xvfb = spawn(findProgram('xvfb'), ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  started.push(xvfb)
  const [number] = (await once(xvfb.stdout, 'data')) as [Buffer]
  return `:${number.toString().trim()}`
}

/** @returns the URL of the driver. */
const startDriver = async (started: ChildProcess[], display: string): Promise<string> => {
  const port = await freePort()
  const driver = spawn(findProgram('webKitDriver'), [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, LANG: 'C.UTF-8' },
  })
  started.push(driver)
  const address = `http://127.0.0.1:${port}`
  const end = Date.now() + 20_000
  while (
    !(await fetch(`${address}/status`).then(
      () => true,
      () => false,
    ))
  ) {
    if (driver.exitCode !== null || Date.now() > end) throw new Error('WebKitWebDriver did not start.')
    // A program of its own, which reports nothing.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return address
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

interface Session {
  version: string
  /** Sends a WebDriver command. `path` is relative to the session: "/url". */
  call: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>
}

const openSession = async (address: string): Promise<Session> => {
  const send = async (method: string, path: string, body: object = {}) => {
    const response = await fetch(`${address}${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`WebDriver ${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const browser = { binary: findProgram('miniBrowser'), args: ['--automation'] }
  const { sessionId, capabilities } = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } },
  })) as { sessionId: string; capabilities: { browserVersion: string } }
  return {
    version: capabilities.browserVersion,
    call: (method, path, body) => send(method, `/session/${sessionId}${path}`, body),
  }
}

/** The first window has a toolbar, which is wider than a phone. A window opened by a page has none. */
const openWindow = async ({ call }: Session) => {
  const first = await call('GET', '/window')
  await call('POST', '/url', { url: 'data:text/html,Start' })
  const script = `document.onclick = () => window.open('about:blank', '', 'popup,width=800,height=600,toolbar=no,menubar=no,location=no')`
  await call('POST', '/execute/sync', { script, args: [] })
  await call('POST', '/actions', { actions: [clickAt({ x: 20, y: 20 })] })
  const end = Date.now() + 10_000
  for (;;) {
    const opened = ((await call('GET', '/window/handles')) as string[]).find((handle) => handle !== first)
    if (opened !== undefined) return call('POST', '/window', { handle: opened })
    if (Date.now() > end) throw new Error('WebKit opened no second window.')
    // WebDriver has no events.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const pointer = (...actions: object[]) => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions,
})
const moveTo = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 })
const clickAt = (point: Point) =>
  pointer(moveTo(point), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 })

const pageOf = ({ call }: Session): EnginePage => {
  const evaluate: EnginePage['evaluate'] = async (run, ...args) =>
    (await call('POST', '/execute/sync', { script: `return (${run.toString()})(...arguments)`, args })) as never
  const resize = async ({ width, height }: Size) => {
    await call('POST', '/window/rect', { x: 0, y: 0, width, height })
    const end = Date.now() + 5_000
    const fits = () => evaluate((wide, high) => innerWidth === wide && innerHeight === high, width, height)
    while (!(await fits())) {
      // As above.
      if (Date.now() > end) throw new Error(`WebKit's window did not become ${width} by ${height}.`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    open: async (url, size) => {
      await call('POST', '/url', { url: 'about:blank' })
      await call('DELETE', '/cookie').catch(() => undefined)
      await resize(size)
      await call('POST', '/url', { url })
    },
    hover: async (point) => void (await call('POST', '/actions', { actions: [pointer(moveTo(point))] })),
    click: async (point) => void (await call('POST', '/actions', { actions: [clickAt(point)] })),
    press: async (key) => {
      const value = keys[key] ?? key
      const actions = [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]
      await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    evaluate,
    screenshot: async () => Buffer.from(String(await call('GET', '/screenshot')), 'base64'),
    // WebDriver reports no console. The pages collect their own errors: see page/collect.js.
    complaints: () => Promise.resolve([]),
    close: async () => void (await call('POST', '/url', { url: 'about:blank' })),
  }
}
