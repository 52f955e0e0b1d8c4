import { onlineManager, QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import type { InboxProviderProps } from '../../src/hooks/index.ts'
import { type InboxStorage, persistInbox } from '../../src/persist/index.ts'
import type { TestService } from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'
import { createFakeBrowser } from './fakeBrowser.ts'
import { renderInbox } from './inboxHarness.tsx'

export const setOnline = async (isOnline: boolean) => {
  act(() => onlineManager.setOnline(isOnline))
  await pass(10)
}

/**
 * A storage in memory. With `later`, its methods return promises, as for IndexedDB: after so many milliseconds of
 * fake time, or at the end of the task.
 */
export const createMemoryStorage = ({ later = false }: { later?: boolean | number } = {}) => {
  const entries = new Map<string, string>()
  const respond = <Value,>(value: Value) => {
    if (typeof later === 'number') return new Promise<Value>((resolve) => setTimeout(resolve, later, value))
    return later ? Promise.resolve(value) : value
  }
  const storage: InboxStorage = {
    getItem: (key) => respond(entries.get(key) ?? null),
    setItem: (key, value) => respond(void entries.set(key, value)),
    removeItem: (key) => respond(void entries.delete(key)),
    keys: () => respond(entries.keys()),
  }
  return { entries, storage }
}

/** A browser whose pages share a storage, locks and channels. */
export const createBrowser = (
  service: TestService,
  {
    storage,
    isStrict = true,
    fetch = service.fetch,
  }: { storage: InboxStorage; isStrict?: boolean; fetch?: typeof globalThis.fetch },
) => {
  const shared = createFakeBrowser()
  let opened = 0

  /** @param tab what the tab of the page stores for itself. */
  const openIn = <Result,>(tab: Map<string, string>, hook: () => Result, props: Partial<InboxProviderProps>) => {
    let isOpen = true
    const page = ++opened
    let ids = 0
    const { environment, close } = shared.openPage()
    const ownStorage: InboxStorage = {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => (isOpen ? storage.setItem(key, value) : undefined),
      removeItem: (key) => (isOpen ? storage.removeItem(key) : undefined),
      keys: () => storage.keys(),
    }
    const live: Partial<InboxProviderProps> = {
      persist: persistInbox(ownStorage),
      fetch: (input, init) => (isOpen ? fetch(input, init) : new Promise(() => {})),
      queryClient: new QueryClient(),
      environment: {
        gatherFor: 1,
        gatherSeenFor: 1,
        newId: () => `page${page}-${++ids}`,
        session: () => ({ getItem: (key) => tab.get(key) ?? null, setItem: (key, value) => void tab.set(key, value) }),
        ...environment,
      },
      ...props,
    }
    const view = renderInbox(service, hook, live, { isStrict })
    const closePage = () => {
      isOpen = false
      close()
      view.unmount()
    }
    return {
      ...view,
      /** Renders more of this page, such as a panel that opens. It shares the inbox. */
      renderBeside: <Other,>(other: () => Other) => renderInbox(service, other, live, { isStrict }),
      /** Renders it again with other provider props. */
      rerenderWith: (next: Partial<InboxProviderProps>) => {
        Object.assign(live, next)
        view.rerender()
      },
      storage: ownStorage,
      /** Ends the page at once, as closing a tab does: its requests and writes have no effect any more. */
      close: closePage,
      /** The same, and the hook in a new page of the tab. */
      reload: () => {
        closePage()
        return openIn(tab, hook, props)
      },
    }
  }
  return {
    /** Opens a page in a tab of its own. */
    open: <Result,>(hook: () => Result, props: Partial<InboxProviderProps> = {}) => openIn(new Map(), hook, props),
  }
}
