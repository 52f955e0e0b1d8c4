import type { Mark } from '../src/state/log/feedIntent.ts'
import type { MarkAll } from '../src/state/log/feedIntent.ts'
import { createIntentLog, type IntentLogState } from '../src/state/log/intentLog.ts'
import { applyMarks } from '../src/state/marks/applyMarks.ts'
import { type Stamped } from '../src/state/model/stampedPage.ts'
import { makeNotifications } from '../src/testing/index.ts'
import { measure } from './measure.ts'
import { ms, type Result, times } from './report.ts'

const itemCount = 10_000
const markCount = 500
const limit = 5

const requestedAt = 10
const settledAt = 20
const span = { sentAt: settledAt, settledAt }
const makeItems = (): Stamped[] => makeNotifications(itemCount).map((notification) => ({ notification, requestedAt }))

/** Marks every twentieth notification, so that the marks are spread over the whole list. */
const single = (place: number): Mark => ({
  id: `m${place}`,
  kind: 'mark',
  subject: 'feed',
  verb: place % 3 === 0 ? 'seen' : 'read',
  ids: [`n${(place * itemCount) / markCount}`],
})

const all = (verb: MarkAll['verb']): MarkAll => ({ id: 'all', kind: 'markAll', subject: 'feed', verb })

const read = (intent: Mark) => ({
  intent,
  items: intent.ids.map((id) => [id, { read: true, seen: true }] as const),
  ...span,
})

const pending = (): IntentLogState => {
  const log = createIntentLog()
  for (let place = 0; place < markCount; place++) log.add(single(place))
  return log.getState()
}

const settled = (): IntentLogState => {
  const log = createIntentLog()
  for (let place = 0; place < markCount; place++) {
    log.settle(new Set(), read(single(place)))
  }
  return log.getState()
}

/** As after a busy hour: half of the marks are settled and half pending, with a mark-all among each. */
const mixed = (): IntentLogState => {
  const log = createIntentLog()
  log.settle(new Set(), { intent: all('seen'), sentAt: settledAt - 1, settledAt: settledAt - 1 })
  for (let place = 0; place < markCount - 2; place++) {
    const mark = single(place)
    if (place % 2 === 0) log.add(mark)
    else log.settle(new Set(), read(mark))
    if (place === markCount / 2) log.add(all('unread'))
  }
  return log.getState()
}

/** Copies a log, as each mark and each response does, so that no index of it is cached. */
const fresh = (log: IntentLogState): IntentLogState => ({ ...log })

export const benchMarks = (): Result[] => {
  const items = makeItems()
  const copy = measure(
    () => items,
    (list) => [...list],
  )
  const line = (name: string, time: number, isLimited = true): Result => ({
    name: `applyMarks, ${itemCount} items, ${markCount} marks ${name}`,
    median: ms(time),
    ratio: times(time / copy),
    ...(isLimited && { limit: `< ${ms(limit)}`, passed: time < limit }),
  })
  const again = (log: IntentLogState) =>
    measure(
      () => fresh(log),
      (state) => applyMarks(items, state),
    )
  const first = (log: IntentLogState) =>
    measure(
      () => ({ list: makeItems(), state: fresh(log) }),
      ({ list, state }) => applyMarks(list, state),
    )
  return [
    { name: `a plain copy of ${itemCount} items`, median: ms(copy), ratio: times(1) },
    line('pending', again(pending())),
    line('pending, just made', first(pending())),
    line('settled', again(settled())),
    line('settled, first run', first(settled())),
    line('mixed, with mark-alls', again(mixed())),
    // Every notification changes and is copied once. The mark-all costs that, and not each later render.
    line('mixed, with a mark-all just made', first(mixed()), false),
  ]
}
