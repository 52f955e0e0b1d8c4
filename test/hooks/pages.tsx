import { onlineManager, QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import type { InboxProviderProps, InboxStorage } from '../../src/hooks/index.ts'
import type { TestService } from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'
import { createFakeBrowser } from './fakeBrowser.ts'
import { renderInbox } from './inboxHarness.tsx'

export const setOnline = async (isOnline: boolean) => {
  act(() => onlineManager.setOnline(isOnline))
  await pass(10)
}

/** A storage in memory. `later`: it answers like IndexedDB, in a turn of its own. */
export const createMemoryStorage = ({ later = false } = {}) => {
  const entries = new Map<string, string>()
  const answer = <Value,>(value: Value) => (later ? Promise.resolve(value) : value)
  const storage: InboxStorage = {
    getItem: (key) => answer(entries.get(key) ?? null),
    setItem: (key, value) => answer(void entries.set(key, value)),
    removeItem: (key) => answer(void entries.delete(key)),
  }
  return { entries, storage }
}

/** A browser in which pages are opened and closed, and what they share. */
export const createBrowser = (
  service: TestService,
  { storage, isStrict = true }: { storage: InboxStorage; isStrict?: boolean },
) => {
  const shared = createFakeBrowser()
  let opened = 0

  /** Opens a page. `close` ends it at once, as closing a tab does: nothing that it does reaches anybody after. */
  const open = <Result,>(hook: () => Result, props: Partial<InboxProviderProps> = {}) => {
    let isOpen = true
    const page = ++opened
    let made = 0
    const own = shared.openPage()
    const ownStorage: InboxStorage = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => (isOpen ? storage.setItem(key, value) : undefined),
      removeItem: (key) => (isOpen ? storage.removeItem(key) : undefined),
    }
    const live: Partial<InboxProviderProps> = {
      persist: ownStorage,
      fetch: (input, init) => (isOpen ? service.fetch(input, init) : new Promise(() => {})),
      queryClient: new QueryClient(),
      environment: { gatherFor: 1, gatherSeenFor: 1, newId: () => `page${page}-${++made}`, ...own.environment },
      ...props,
    }
    const view = renderInbox(service, hook, live, { isStrict })
    return {
      ...view,
      /** Renders it again with other props of the provider. */
      rerenderWith: (next: Partial<InboxProviderProps>) => {
        Object.assign(live, next)
        view.rerender()
      },
      storage: ownStorage,
      close: () => {
        isOpen = false
        own.close()
        view.unmount()
      },
    }
  }
  return { open }
}
