import { applyMarks } from '../src/state/marks/applyMarks.ts'
import { createMarkLog, type MarkLogState } from '../src/state/marks/markLog.ts'
import type { Mark } from '../src/state/model/mark.ts'
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
  verb: place % 3 === 0 ? 'seen' : 'read',
  target: { kind: 'messages', ids: [`n${(place * itemCount) / markCount}`] },
})

const pending = (): MarkLogState => {
  const log = createMarkLog()
  for (let place = 0; place < markCount; place++) log.add(single(place))
  return log.getState()
}

const settled = (): MarkLogState => {
  const log = createMarkLog()
  for (let place = 0; place < markCount; place++) {
    const mark = single(place)
    const ids = mark.target.kind === 'messages' ? mark.target.ids : []
    log.settleMessages(new Set(), 'read', new Map(ids.map((id) => [id, { read: true, seen: true }])), span)
  }
  return log.getState()
}

/** As after a busy hour: half of the marks are settled and half pending, with a mark-all among each. */
const mixed = (): MarkLogState => {
  const log = createMarkLog()
  log.settleAll(undefined, { verb: 'seen', feeds: undefined }, { sentAt: settledAt - 1, settledAt: settledAt - 1 })
  for (let place = 0; place < markCount - 2; place++) {
    const mark = single(place)
    if (place % 2 === 0) log.add(mark)
    else if (mark.target.kind === 'messages')
      log.settleMessages(
        new Set(),
        'read',
        new Map(mark.target.ids.map((id) => [id, { read: true, seen: true }])),
        span,
      )
    if (place === markCount / 2) log.add({ id: 'all', verb: 'unread', target: { kind: 'all', feeds: undefined } })
  }
  return log.getState()
}

/** Copies a log, as each mark and each response does, so that no index of it is cached. */
const fresh = (log: MarkLogState): MarkLogState => ({ ...log })

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
  const again = (log: MarkLogState) =>
    measure(
      () => fresh(log),
      (state) => applyMarks(items, state),
    )
  const first = (log: MarkLogState) =>
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
