import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { type ReactNode, StrictMode, useCallback, useReducer } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createInboxClient, isSetupError, isTidingsError } from '../../../src/client/index.ts'
import { InboxProvider, type InboxProviderProps, useFeed, useUnseenCount } from '../../../src/index.ts'
import { createTestService } from '../../../src/testing/index.ts'

const service = createTestService()
const provider: InboxProviderProps = {
  subscriberId: 'ada',
  baseUrl: '/api/inbox',
  fetch: service.fetch,
  retry: false,
  environment: { openBroadcast: () => undefined, locks: undefined },
}
const wrapper = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <InboxProvider {...provider}>{children}</InboxProvider>
  </StrictMode>
)

const warn = vi.fn<(message: string) => void>()
const warnings = (code: string) =>
  warn.mock.calls.filter(([message]) => message.includes(code)).map(([message]) => message)

beforeEach(() => {
  warn.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(warn)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** A new copy of the code, which has not warned yet. */
const fresh = async () => {
  vi.resetModules()
  return import('../../../src/index.ts')
}

describe('no provider', () => {
  it('is an error that names the cure and its page', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let thrown: unknown
    try {
      renderHook(() => useUnseenCount())
    } catch (error) {
      thrown = error
    }
    expect(isTidingsError(thrown) && isSetupError(thrown) && thrown.code).toBe('TIDINGS_201')
    expect(String(thrown)).toMatch(
      /not inside an <InboxProvider>.*Wrap it in <InboxProvider.*or use <Inbox>.*errors\/TIDINGS_201\.md$/,
    )
  })
})

describe('no baseUrl', () => {
  it('is an error that names the prop', async () => {
    const { baseUrl: _, ...rest } = provider
    const onError = vi.fn<(error: Error) => void>()
    const Count = () => <p>{String(useUnseenCount().count)}</p>
    render(
      <InboxProvider {...(rest as InboxProviderProps)} onError={onError}>
        <Count />
      </InboxProvider>,
    )
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
    expect(onError.mock.calls[0]?.[0].message).toMatch(/^Inbox: .*baseUrl must be an absolute URL/)
  })
})

describe('no style sheet', () => {
  const show = async (props: { unstyled?: boolean } = {}) => {
    const copy = await fresh()
    vi.useFakeTimers()
    const inbox = <copy.Inbox {...provider} {...props} />
    return { ...render(inbox), again: () => render(inbox) }
  }
  const twoSeconds = () => act(() => vi.advanceTimersByTimeAsync(2_000))

  it('is a warning once in development, after the page had time to load it', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const { again } = await show()
    expect(warnings('TIDINGS_203')).toEqual([])
    await twoSeconds()
    expect(warnings('TIDINGS_203')).toEqual([
      "tidings: the style sheet is missing. Import it once: import 'tidings/styles.css'. See node_modules/tidings/docs/errors/TIDINGS_203.md",
    ])
    again()
    await twoSeconds()
    expect(warnings('TIDINGS_203')).toHaveLength(1)
  })

  it('is no warning if it is loaded, if the inbox is unstyled or gone, and in tests', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    await show({ unstyled: true })
    await twoSeconds()
    vi.useRealTimers()
    const { unmount } = await show()
    unmount()
    await twoSeconds()
    vi.useRealTimers()
    const sheet = document.createElement('style')
    // In jsdom, no element inherits a variable.
    sheet.textContent = '.tidings { --tidings-radius: 1px }'
    document.head.append(sheet)
    await show()
    await twoSeconds()
    sheet.remove()
    vi.useRealTimers()
    vi.stubEnv('NODE_ENV', 'test')
    await show()
    await twoSeconds()
    expect(warnings('TIDINGS_203')).toEqual([])
  })
})

describe('rules of the page that override the style sheet', () => {
  const probe =
    '.tidings { --tidings-radius: 1px } .tidings-probe { padding: 1px; background: rgb(1, 2, 3); color: rgb(1, 2, 3); font-size: 1px }'
  const twoSecondsWith = async (css: string) => {
    vi.stubEnv('NODE_ENV', 'development')
    const copy = await fresh()
    const sheet = document.createElement('style')
    sheet.textContent = css
    document.head.append(sheet)
    vi.useFakeTimers()
    const { container } = render(<copy.Inbox {...provider} />)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    sheet.remove()
    expect(container.querySelector('.tidings-probe')).toBeNull()
  }

  it('are a warning that names the properties', async () => {
    await twoSecondsWith(`${probe} a.tidings-probe { color: blue } [class] { padding: 0 }`)
    expect(warnings('TIDINGS_219')).toEqual([
      expect.stringContaining('(a: paddingTop, a: color, button: paddingTop, h2: paddingTop)'),
    ])
    expect(warnings('TIDINGS_219')[0]).toMatch(/after your reset\. With 'tidings\/styles\.layered\.css'/)
  })

  it('are no warning if they override nothing', async () => {
    await twoSecondsWith(probe)
    expect(warnings('TIDINGS_219')).toEqual([])
  })
})

describe('a dark page without a color-scheme', () => {
  const warningsWith = async (css: string) => {
    vi.stubEnv('NODE_ENV', 'development')
    const copy = await fresh()
    const sheet = document.createElement('style')
    sheet.textContent = `.tidings { --tidings-radius: 1px } ${css}`
    document.head.append(sheet)
    vi.useFakeTimers()
    render(<copy.Inbox {...provider} />)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    sheet.remove()
    return warnings('TIDINGS_225')
  }
  const normal = '.tidings { color-scheme: normal }'

  it('is a warning with the cure', async () => {
    expect(await warningsWith(`${normal} body { background-color: rgb(18, 18, 18) }`)).toEqual([
      expect.stringContaining('Add `color-scheme: dark`'),
    ])
  })

  it.each([
    ['a light page', `${normal} body { background-color: rgb(255, 255, 255) }`],
    ['a light page with a dark root', `${normal} body { background-color: #fff } html { background-color: #000 }`],
    ['a page without a background', normal],
    ['a color-scheme', '.tidings { color-scheme: dark } body { background-color: rgb(18, 18, 18) }'],
    ['a theme', `${normal} .tidings { --_tidings-color-scheme: dark } body { background-color: rgb(18, 18, 18) }`],
  ])('is not meant by %s', async (_name, css) => {
    expect(await warningsWith(css)).toEqual([])
  })
})

describe('an error without onError', () => {
  const broken = async () =>
    new Response('<!doctype html><title>Not here</title>', { headers: { 'content-type': 'text/html' } })
  const show = async (props: Partial<InboxProviderProps> = {}) => {
    const copy = await fresh()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const Both = () => {
      copy.useUnseenCount()
      return copy.useFeed().isError && <p>failed</p>
    }
    render(
      <copy.InboxProvider {...provider} fetch={broken} {...props}>
        <Both />
      </copy.InboxProvider>,
    )
    await screen.findByText('failed')
    return log.mock.calls
  }

  it('is logged in development, each kind once', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const logged = await show()
    expect(logged).toHaveLength(1)
    expect(logged[0]).toEqual([
      expect.stringContaining('no `onError`'),
      expect.objectContaining({ code: 'TIDINGS_106' }),
    ])
  })

  it('is not logged with onError, in tests, or in production', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const onError = vi.fn<(error: Error) => void>()
    expect(await show({ onError })).toEqual([])
    expect(onError).toHaveBeenCalled()
    cleanup()
    vi.stubEnv('NODE_ENV', 'test')
    expect(await show()).toEqual([])
    cleanup()
    vi.stubEnv('NODE_ENV', 'production')
    expect(await show()).toEqual([])
  })
})

describe('an invalid prop', () => {
  const show = async (props: object) => {
    const copy = await fresh()
    // JavaScript has no type check.
    const inbox = <copy.Inbox {...provider} {...(props as Partial<InboxProviderProps>)} />
    render(inbox)
    render(inbox)
    return warnings('TIDINGS_220').map((text) => text.replace(/^tidings: | See .*/g, ''))
  }

  it.each([
    [{ theme: 'black' }, `theme={"black"} is not valid. It must be "light" or "dark" or "system".`],
    [{ layout: 'popup' }, 'layout={"popup"}'],
    [{ density: 'small' }, 'density={"small"}'],
    [{ seenWhen: 'opened' }, 'seenWhen={"opened"}'],
    [{ groupBy: 'week' }, 'groupBy={"week"}'],
    [{ preferences: false }, 'preferences={false}'],
    [{ timeZone: 'Berlin' }, `timeZone={"Berlin"} is not valid. It must be an IANA name such as "Europe/Berlin".`],
    [
      { persist: true },
      'persist={true} is not valid. It must be the result of persistInbox() or persistInbox(storage), which tidings/persist exports, or false.',
    ],
    [{ persist: { getItem: () => null } }, 'persist={[object Object]} is not valid.'],
    [{ pageSize: 500 }, `pageSize={500} is not valid. It must be a whole number from 1 to 100.`],
    [
      { pollInterval: 30 },
      'pollInterval={30} is too short, so 1000 is used. The unit is milliseconds: multiply seconds by 1,000.',
    ],
    [{ subscriberId: 42 }, `subscriberId={42} is not valid. It must be a string, such as String(id)`],
  ])('%o is a warning in development, once, with the valid values', async (props, warning) => {
    expect(await show(props)).toEqual([expect.stringContaining(warning)])
  })

  it('each is a warning, not only the first', async () => {
    expect(await show({ theme: 'black', layout: 'popup' })).toHaveLength(2)
  })

  it('a misspelled or missing subscriberId is a warning', async () => {
    const copy = await fresh()
    const { subscriberId, ...rest } = provider
    const misspelled = { ...rest, subscriberID: subscriberId } as unknown as InboxProviderProps
    render(<copy.Inbox {...misspelled} />)
    expect(warnings('TIDINGS_220')).toEqual([
      expect.stringMatching(/prop subscriberId is missing.*Rename the prop subscriberID/),
    ])
    warn.mockClear()
    render(<copy.Inbox {...(rest as InboxProviderProps)} />)
    expect(warnings('TIDINGS_220')).toEqual([expect.stringContaining('subscriberId={undefined}')])
  })

  it('is no warning if all props are valid, no one is signed in, or in production', async () => {
    const good = {
      theme: 'dark',
      layout: 'drawer',
      timeZone: 'Europe/Berlin',
      groupBy: () => 'x',
      pageSize: 100,
      pollInterval: Infinity,
    }
    expect(await show(good)).toEqual([])
    expect(await show({ subscriberId: undefined, theme: undefined, pollInterval: 0 })).toEqual([])
    vi.stubEnv('NODE_ENV', 'production')
    expect(await show({ theme: 'black' })).toEqual([])
  })
})

describe('a filter with a new function in each render', () => {
  const useInlineEverywhere = () => useFeed({ read: false, payload: { a: 1 }, where: () => true })

  it('is a warning once, after many renders', () => {
    const { rerender } = renderHook(useInlineEverywhere, { wrapper })
    for (let time = 0; time < 15; time++) rerender()
    expect(warnings('TIDINGS_204')).toEqual([])
    for (let time = 0; time < 80; time++) rerender()
    expect(warnings('TIDINGS_204')).toHaveLength(1)
    expect(warnings('TIDINGS_204')[0]).toContain('useCallback')
  })

  it('is no warning if only the object is new, or if its function changes now and then', async () => {
    const copy = await fresh()
    const wrapCopy = ({ children }: { children: ReactNode }) => (
      <copy.InboxProvider {...provider}>{children}</copy.InboxProvider>
    )
    const inline = renderHook(() => copy.useFeed({ read: false, payload: { a: 1 }, tags: ['x'] }), {
      wrapper: wrapCopy,
    })
    const memoized = renderHook(
      () => {
        const [search, next] = useReducer((count: number) => count + 1, 0)
        const where = useCallback(() => search > 0, [search])
        copy.useFeed({ where })
        return next
      },
      { wrapper: wrapCopy },
    )
    for (let time = 0; time < 60; time++) {
      inline.rerender()
      memoized.rerender()
      act(memoized.result.current)
    }
    expect(warnings('TIDINGS_204')).toEqual([])
  })
})

describe('two copies of tidings on a page', () => {
  it('are a warning once while providers of both are mounted', async () => {
    const copy = await fresh()
    const one = render(<InboxProvider {...provider} />)
    render(<InboxProvider {...provider} />)
    one.unmount()
    expect(warnings('TIDINGS_206')).toEqual([])
    const both = render(
      <InboxProvider {...provider}>
        <copy.InboxProvider {...provider} />
      </InboxProvider>,
    )
    expect(warnings('TIDINGS_206')).toHaveLength(1)
    both.unmount()
  })

  it('are no warning if one follows the other, as after a reload of the module', async () => {
    const [first, second] = [await fresh(), await fresh()]
    render(<first.InboxProvider {...provider} />).unmount()
    render(<second.InboxProvider {...provider} />).unmount()
    expect(warnings('TIDINGS_206')).toEqual([])
  })
})

describe('two providers of one inbox', () => {
  const headers = { 'x-app': '1' }
  const setUp = async () => {
    const { InboxProvider: Provider } = await fresh()
    const queryClient = new QueryClient()
    const pair = (outer: Partial<InboxProviderProps>, inner: Partial<InboxProviderProps>) => (
      <Provider {...provider} {...outer} queryClient={queryClient}>
        <Provider {...provider} {...inner} queryClient={queryClient} />
      </Provider>
    )
    const show = (...props: Parameters<typeof pair>) => render(pair(...props), { wrapper: StrictMode })
    return { Provider, queryClient, pair, show }
  }

  it('are a warning once if only one has headers', async () => {
    const { show } = await setUp()
    show({ headers }, {}).unmount()
    show({}, { headers })
    expect(warnings('TIDINGS_222')).toEqual([
      expect.stringMatching(/only one of two providers of an inbox has headers\. .*Pass the same props to both/),
    ])
  })

  it('are no warning if both have them, or get them in the same commit', async () => {
    const { pair, show } = await setUp()
    show({ headers }, { headers: () => headers }).unmount()
    show({}, {}).rerender(pair({ headers }, { headers }))
    expect(warnings('TIDINGS_222')).toEqual([])
  })

  it('are no warning if one follows the other, or if they show two inboxes or none', async () => {
    const { Provider, queryClient, show } = await setUp()
    render(<Provider {...provider} queryClient={queryClient} />).unmount()
    render(<Provider {...provider} headers={headers} queryClient={queryClient} />).unmount()
    show({ subscriberId: 'bo', headers }, { subscriberId: 'cy' }).unmount()
    show({ subscriberId: undefined, headers }, { subscriberId: undefined })
    expect(warnings('TIDINGS_222')).toEqual([])
  })

  it('are no warning if they share a client, which replaces headers', async () => {
    const { show } = await setUp()
    const client = createInboxClient({ baseUrl: '/api/inbox', fetch: service.fetch })
    show({ client, headers }, { client })
    expect(warnings('TIDINGS_222')).toEqual([])
    show({ client }, { headers })
    expect(warnings('TIDINGS_222')).toEqual([expect.stringContaining('has client, fetch, headers.')])
  })
})
