import type { RawBuilder } from 'kysely'
import { matchingBody, type SeenBody, seenBody } from '../../contract/extensions/notificationChanges.ts'
import { sql } from '../database/kysely.ts'
import type { SubscriberRow } from '../database/tables.ts'
import { readBody } from '../http/readInput.ts'
import { archive, changeFeed, changeMessages, type MessageChange, notLater } from '../messages/changeMessages.ts'
import { deleteMatching } from '../messages/deleteMessages.ts'
import { inAppById, inFeed } from '../messages/inFeed.ts'
import { hasValues, readData, type ValueFilter } from '../messages/notificationFilter.ts'
import { findSubscriber } from '../subscribers/findSubscribers.ts'
import type { Implementation, OperationContext } from './Implementation.ts'

type All = Implementation<void>

/** What a request selects. */
interface Matching {
  subscriber: SubscriberRow
  /** The condition of the request's filters. */
  matching: RawBuilder<boolean>
  /** Whether it has none. */
  isAll: boolean
  /** Those that were delivered later stay as they are. */
  until: string | undefined
}

/** What a body selects. */
interface Selected extends ValueFilter {
  until: string | undefined
}

const changeMatching =
  (
    subscriberId: string,
    { until: latest, ...filter }: Selected,
    run: (context: OperationContext, matching: Matching) => Promise<boolean>,
  ) =>
  async (context: OperationContext): Promise<void> => {
    const { trx, catalog, rules, report } = context
    const subscriber = await findSubscriber(trx, catalog, subscriberId, { lock: true })
    const isAll = Object.values(filter).every((value) => value === undefined)
    const matching = hasValues(filter, catalog)
    const until = rules.sparesLater ? latest : undefined
    if (await run(context, { subscriber, matching, isAll, until })) report.changed.add(subscriberId)
  }

const readFilter = ({ tags, data, until }: Omit<SeenBody, 'notificationIds'>): Selected => ({
  tags,
  data: readData(data),
  until,
})

/** Changes what matches in the feed. What the user has archived or snoozed stays as it is, as by a mark-all. */
const changeInFeed = async (
  { trx, time }: OperationContext,
  { subscriber, matching, isAll, until }: Matching,
  change: MessageChange,
): Promise<boolean> => {
  const found = sql<boolean>`${inFeed} and ${matching}`
  return (await changeFeed(trx, { subscriber, time, matching: found, until, isAll }, change)) > 0
}

export const readAllNotifications: All = ({ subscriberId, body }) =>
  changeMatching(subscriberId, readFilter(readBody(matchingBody, body)), (context, matching) =>
    changeInFeed(context, matching, context.rules.flagChanges.read),
  )

export const archiveAllNotifications: All = ({ subscriberId, body }) =>
  changeMatching(subscriberId, readFilter(readBody(matchingBody, body)), (context, matching) =>
    changeInFeed(context, matching, archive),
  )

export const archiveReadNotifications: All = ({ subscriberId, body }) =>
  changeMatching(subscriberId, { ...readFilter(readBody(matchingBody, body)), read: true }, (context, matching) =>
    changeInFeed(context, matching, archive),
  )

/** Deletes what is archived or snoozed too. */
export const deleteAllNotifications: All = ({ subscriberId, body }) =>
  changeMatching(
    subscriberId,
    readFilter(readBody(matchingBody, body)),
    async ({ trx }, { subscriber, matching, until }) =>
      (await deleteMatching(trx, subscriber, notLater(matching, until))) > 0,
  )

/** With ids, it marks those that also match, in the feed or not. */
export const seeNotifications: All = ({ subscriberId, body }) => {
  const { notificationIds: ids, ...filter } = readBody(seenBody, body)
  return changeMatching(subscriberId, readFilter(filter), async (context, found) => {
    const { seen } = context.rules.flagChanges
    if (!ids) return changeInFeed(context, found, seen)
    const { trx, time } = context
    const matching = sql<boolean>`${inAppById} and ${notLater(found.matching, found.until)}`
    return (await changeMessages(trx, { subscriber: found.subscriber, ids, matching, time }, seen)).hasChanged
  })
}
