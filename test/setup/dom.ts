import '@testing-library/jest-dom/vitest'
import { act, cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

configure({
  // A limit for what never comes. Lazy parts take time on a busy machine.
  asyncUtilTimeout: 20_000,
  // With fake timers, a test that waits advances the time. Code that loads takes none of it.
  unstable_advanceTimersWrapper: (advance) =>
    act(async () => {
      await advance()
      await vi.dynamicImportSettled()
    }),
})
// Testing Library finds out by this global whether timers are fake, and how to advance them.
Object.assign(globalThis, { jest: { advanceTimersByTime: vi.advanceTimersByTime } })

afterEach(cleanup)

// The files of a worker share one page. Each leaves it empty, and the next one loads the sources again.
afterAll(() => {
  vi.resetModules()
  // A file may run without a page, as a server does.
  if (typeof document === 'undefined') return
  const { documentElement: root, head, body } = document
  for (const element of [root, head, body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  for (const element of [head, body]) element.replaceChildren()
  for (const storage of [localStorage, sessionStorage]) storage.clear()
  history.replaceState(null, '', '/')
})

// Files run in threads of one process, and channels reach all of them: two files would be two tabs of one browser. Each
// file gets a browser of its own.
const browser = crypto.randomUUID()
class OwnChannel extends BroadcastChannel {
  constructor(name: string) {
    super(`${browser} ${name}`)
  }
}
// In the first file of a thread, Node's own one can't be assigned to.
Object.defineProperty(globalThis, 'BroadcastChannel', { value: OwnChannel, configurable: true, writable: true })
