import { describe, expect, it } from 'vitest'
import type { ActionIntent } from '../../../src/state/log/feedIntent.ts'
import { createIntentLog } from '../../../src/state/log/intentLog.ts'
import { applyMarks } from '../../../src/state/marks/applyMarks.ts'
import { eachRule } from '../eachRule.ts'
import { notifications } from '../pages/page.ts'
import { marks } from './log.ts'

const buttons = [
  { type: 'primary', content: 'Accept' },
  { type: 'secondary', content: 'Decline' },
]

/** `a` and `b` with buttons, on a page that was requested at 10. */
const items = (used?: ActionIntent['button']) =>
  notifications('b a').map((notification) => {
    const action = { buttons, status: used ? 'done' : 'pending', ...(used && { result: { type: used } }) }
    return { notification: { ...notification, cta: { data: { url: '/a' }, action } }, requestedAt: 10 }
  })

/** A log with a used button for each text: "primary a", or "primary a, settled at 20". */
const logWith = (...texts: string[]) => {
  const log = createIntentLog()
  for (const text of texts) {
    const [, button = '', id = '', settledAt] = /^(\w+) (\w)(?:, settled at (\d+))?$/.exec(text) ?? []
    const intent: ActionIntent = {
      id: text,
      kind: 'action',
      subject: 'feed',
      ids: [id],
      button: button as ActionIntent['button'],
    }
    if (settledAt === undefined) log.add(intent)
    else log.settle(new Set(), { intent, sentAt: Number(settledAt), settledAt: Number(settledAt) })
  }
  return log.getState()
}

interface Row {
  rule: string
  log: string[]
  /** What the page has of `a` and `b`. Default: unused. */
  page?: ActionIntent['button']
  /** The used button of `a`. */
  shown: string | undefined
}

describe('a used button', () => {
  eachRule<Row>(
    [
      { rule: 'shows while it is pending', log: ['primary a'], shown: 'primary' },
      {
        rule: 'shows on a page that was requested before it settled',
        log: ['primary a, settled at 20'],
        shown: 'primary',
      },
      { rule: 'is what a later page has', log: ['primary a, settled at 5'], shown: undefined },
      {
        rule: 'gives way to one that was used later',
        log: ['secondary a, settled at 20', 'primary a'],
        shown: 'primary',
      },
      { rule: 'replaces another one of the page', log: ['primary a'], page: 'secondary', shown: 'primary' },
      { rule: 'of another notification is no matter', log: ['primary b'], shown: undefined },
    ],
    ({ log, page, shown }) => {
      const [, a] = applyMarks(items(page), logWith(...log))
      expect(a?.cta).toMatchObject({ data: { url: '/a' }, action: { buttons, status: shown ? 'done' : 'pending' } })
      expect(a?.cta.action?.result?.type).toBe(shown)
    },
  )

  it('leaves other notifications as they are, and is the same object each time', () => {
    const given = items()
    const [b, a] = applyMarks(given, logWith('primary a'))
    expect(b).toBe(given[0]?.notification)
    expect(applyMarks(given, logWith('primary a, settled at 20'))[1]).toBe(a)
  })

  it('shows beside marks', () => {
    const log = { ...logWith('primary a, settled at 20'), pending: marks('read a').pending }
    expect(applyMarks(items(), log)[1]).toMatchObject({ read: true, cta: { action: { status: 'done' } } })
  })
})
