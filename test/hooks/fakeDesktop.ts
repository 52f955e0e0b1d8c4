import { vi } from 'vitest'

/** Fakes the desktop notifications that jsdom lacks. Like real ones, those with the same tag replace each other. */
export const createFakeDesktop = (permission: NotificationPermission = 'granted') => {
  const shown = new Map<string, FakeNotification>()
  const requestPermission = vi.fn<() => Promise<NotificationPermission>>()
  /** The number of notifications that were shown, including replacements. */
  let times = 0

  class FakeNotification extends EventTarget {
    static permission = permission
    static requestPermission = requestPermission
    readonly title: string
    readonly body: string
    readonly tag: string
    constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
      super()
      this.title = title
      this.body = body
      this.tag = tag
      shown.set(tag, this)
      times += 1
    }
    close() {
      if (shown.get(this.tag) !== this) return
      shown.delete(this.tag)
      this.dispatchEvent(new Event('close'))
    }
  }

  requestPermission.mockImplementation(() => {
    FakeNotification.permission = 'granted'
    return Promise.resolve('granted')
  })
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(window, 'focus').mockReturnValue()

  return {
    requestPermission,
    times: () => times,
    titles: () => [...shown.values()].map(({ title }) => title),
    bodies: () => [...shown.values()].map(({ body }) => body),
    click: (title: string) => {
      const notice = [...shown.values()].find((one) => one.title === title)
      if (!notice) throw new Error(`The desktop shows no "${title}".`)
      notice.dispatchEvent(new Event('click'))
    },
  }
}
