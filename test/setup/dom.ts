import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Lazy parts take time on a busy machine.
configure({ asyncUtilTimeout: 5_000 })

afterEach(cleanup)

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
