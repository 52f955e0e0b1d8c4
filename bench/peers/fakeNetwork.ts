/** Sends the requests to a peer's service to the benchmark's server instead. */
const toBenchmark = (address: string): string => {
  const { origin, pathname, search } = new URL(address, location.href)
  return origin === location.origin ? address : `${location.origin}/api${pathname}${search}`
}

/** A socket that opens and is silent, except for the responses that a client waits for. */
class SilentSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3
  readonly bufferedAmount = 0
  readonly protocol = ''
  binaryType = 'blob'
  readyState: number = SilentSocket.CONNECTING
  onopen?: (event: Event) => void
  onmessage?: (event: MessageEvent) => void
  onclose?: (event: CloseEvent) => void

  constructor(readonly url: string) {
    super()
    setTimeout(() => {
      this.readyState = this.OPEN
      this.#fire(new Event('open'))
    })
  }

  send(message: string) {
    const data = window.contestant.socketReply?.(message)
    if (data !== undefined) setTimeout(() => this.#fire(new MessageEvent('message', { data })))
  }

  close() {
    this.readyState = this.CLOSED
    setTimeout(() => this.#fire(new CloseEvent('close', { code: 1000, wasClean: true })))
  }

  #fire(event: Event) {
    if (event.type === 'open') this.onopen?.(event)
    if (event instanceof MessageEvent) this.onmessage?.(event)
    if (event instanceof CloseEvent) this.onclose?.(event)
    this.dispatchEvent(event)
  }
}

/** Keeps all requests of a page on this machine. Nothing may have been requested before. */
export const fakeNetwork = (): void => {
  const { fetch } = window
  window.fetch = (input, init) =>
    input instanceof Request
      ? fetch(new Request(toBenchmark(input.url), input), init)
      : fetch(toBenchmark(String(input)), init)
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    Reflect.apply(open, this, [method, toBenchmark(String(url)), ...rest])
  }
  Object.assign(window, { WebSocket: SilentSocket })
}
