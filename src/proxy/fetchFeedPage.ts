import { clocks } from '../client/clock.ts'
import type { Send } from '../client/createSend.ts'
import { ContractError } from '../client/errors/ContractError.ts'
import { toError } from '../client/errors/TidingsError.ts'
import { guardOperations } from '../client/guardOperations.ts'
import type { RequestInput } from '../client/prepareRequest.ts'
import type { NotificationFilters } from '../contract/extensions/notificationLists.ts'
import { triageOperations } from '../contract/extensions/triageOperations.ts'
import type { FeedPage } from '../contract/feed.ts'
import { inboxOperations } from '../contract/inboxOperations.ts'
import { fetchCounts, fetchExactCounts } from './fetchCounts.ts'
import { pickFeedPage } from './pickPublicFields.ts'
import type { ProxySettings } from './proxySettings.ts'
import { mostSnoozed, type SnoozedCache } from './triage/snoozedRows.ts'
import { createTriageProbe, probeTimeout } from './triage/triageProbe.ts'

/** A request for a feed page, for the subscriber who is signed in. */
interface FeedPageRequest extends RequestInput {
  subscriberId: string
  /** Whether the browser gets the counts with this page. */
  counts?: boolean
  /** Whether the page has only what the service responds with: no browser gets it. */
  isBare?: boolean
}

/** Removes and reports the entries of other subscribers. */
export type PickOwn = <Entry extends object>(entries: readonly Entry[]) => Entry[]

type Report = (error: Error) => void

/** Fetches a feed page, with its public fields, and adds what the service has elsewhere. */
export type FetchFeedPage = (request: FeedPageRequest, own: PickOwn, report: Report) => Promise<object>

const { getFeed, listNotifications, countNotifications } = guardOperations({
  getFeed: inboxOperations.getFeed,
  listNotifications: triageOperations.listNotifications,
  countNotifications: triageOperations.countNotifications,
})

/**
 * A service that has archive, snooze and delete, and whose pages do not say so, is not ours: its feed lists snoozed
 * notifications like all others. So the page says which ones these are, and has exact counts.
 */
export const createFetchFeedPage = (
  send: Send,
  { timeout, avatarOrigins }: Pick<ProxySettings, 'timeout' | 'avatarOrigins'>,
  snoozed: SnoozedCache,
): FetchFeedPage => {
  const probe = createTriageProbe()

  const count = (filters: NotificationFilters, input: RequestInput) =>
    send('countNotifications', countNotifications, { ...input, query: { filters: JSON.stringify(filters) } })

  const addCounts = (
    page: FeedPage,
    { query: _query, ...input }: RequestInput,
    isProven: boolean,
    onError: Report,
  ): Promise<FeedPage['counts']> =>
    isProven
      ? fetchExactCounts(page, (filters) => count(filters, input), onError)
      : fetchCounts(page, (query) => send('getFeed', getFeed, { ...input, query }), onError)

  return async ({ counts, isBare, ...input }, own, report) => {
    const startedAt = clocks.monotonic()
    // The browser waits no longer for all of it than for a page.
    const timeLeft = () => Math.max(1, timeout - (clocks.monotonic() - startedAt))
    // Without the signal of the browser, since the requests of several may wait for the response.
    const shared = (longest = timeout): RequestInput => ({
      subscriberId: input.subscriberId,
      requestId: input.requestId,
      call: { timeout: Math.min(timeLeft(), longest) },
    })
    const findSnoozed = () =>
      snoozed.find(input.subscriberId, () =>
        send('listNotifications', listNotifications, { ...shared(), query: { snoozed: true, limit: mostSnoozed } }),
      )
    const early = probe.isProven && !isBare ? findSnoozed() : undefined
    // Its error counts only with a page: a new subscriber has neither.
    early?.catch(() => {})
    const page = await send('getFeed', getFeed, input)
    // The browser does not receive them, so the server's log must.
    const unreadable = page.unreadable.flatMap(({ index, issues }) =>
      issues.map(({ field, message }) => ({ field: `data[${index}].${field}`, message })),
    )
    if (unreadable.length > 0) report(new ContractError('getFeed', unreadable))
    const picked = pickFeedPage({ ...page, data: own(page.data) }, avatarOrigins)
    if (isBare) return picked
    const isProven =
      page.offers?.triage === undefined && (await probe.prove(() => count([{}], shared(probeTimeout)), report))
    const onError = (error: unknown) => void (input.call?.signal?.aborted || report(toError(error)))
    const [counted] = await Promise.all([
      counts && addCounts(page, { ...input, call: { ...input.call, timeout: timeLeft() } }, isProven, onError),
      isProven && (early ?? findSnoozed()).then((times) => addTimes(picked.data, times), onError),
    ])
    return {
      ...picked,
      ...(isProven && { offers: { ...picked.offers, triage: true } }),
      ...(counts && { counts: counted }),
    }
  }
}

const addTimes = (
  data: { _id: string; snoozedUntil?: string | null | undefined }[],
  times: ReadonlyMap<string, string>,
) => {
  for (const notification of data) {
    const time = times.get(notification._id)
    if (time !== undefined) notification.snoozedUntil = time
  }
}
