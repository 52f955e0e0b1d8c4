import { markVerbs } from '../../src/contract/inbox/constants.ts'
import type { LiveHint } from '../../src/contract/live/liveStream.ts'
import type { FeedFilter } from '../../src/hooks/index.ts'
import type { Fault } from '../../src/testing/index.ts'
import * as fc from '../setup/fastCheck.ts'

const operations = [
  'getFeed',
  'markAs',
  'markAll',
  'batchNotifications',
  'archiveReadNotifications',
  'getPreferences',
  'updatePreferences',
] as const

const faults: Fault[] = [
  'lost-request',
  'lost-response',
  'no-response',
  'duplicate',
  { delay: 700 },
  { delay: 2_500, of: 'request' },
  { delay: 900, of: 'work' },
  { status: 400 },
  { status: 409 },
  { status: 429, headers: { 'retry-after': '1' } },
  { status: 500 },
]

/** What can happen to the stream of hints. */
const streamEvents = [
  'break',
  'end',
  'refuse',
  'silence',
  'accept',
  'incomplete',
  'complete',
  'lose',
  'delay',
  'deliver',
] as const
const hints: LiveHint[] = [{}, { early: true }, { spread: 2_000 }]

const minute = 60_000
/** By how much the clock of the reader's computer is set forward or back. */
const clockSteps = [minute, 60 * minute, 365 * 24 * 60 * minute].flatMap((by) => [by, -by])

const tab = fc.nat(1)
const place = fc.nat(30)
const verb = fc.constantFrom(...markVerbs)
const operation = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...operations) },
  { weight: 1, arbitrary: fc.constant('markAs' as const) },
)
/** A switch of the preferences, and its new position. */
const preference = {
  workflowId: fc.constantFrom(undefined, 'comment-added'),
  channel: fc.constantFrom('in_app' as const, 'email' as const),
  isOn: fc.boolean(),
}
/** What is done with a notification, and for how long it is snoozed, in milliseconds. */
const triage = {
  action: fc.constantFrom('archive' as const, 'snooze' as const, 'delete' as const),
  snoozeFor: fc.constantFrom(2_000, 7_200_000),
}
const kind = <Kind extends string>(name: Kind) => fc.constant(name)

/** One event: an action of the reader, of the network or of another device, or the passing of time. */
const step = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({
      kind: kind('mark'),
      tab,
      list: fc.constantFrom('all' as const, 'filtered' as const),
      place,
      verb,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('markAll'), tab, verb }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: kind('triage'),
      tab,
      list: fc.constantFrom('all' as const, 'filtered' as const),
      place,
      ...triage,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('archiveRead'), tab }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('triageElsewhere'), place, ...triage }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind('undo'), tab, of: fc.constantFrom('markAs', 'markAll', 'archive', 'snooze') }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ kind: kind('loadMore'), tab, list: fc.constantFrom('all' as const, 'filtered' as const) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: kind('refetch'), tab }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('holdArrivals'), tab, isHeld: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('reload'), tab }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('panel'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('closeOrOpen'), tab }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('arrive') }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('grow'), place }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('delete'), place }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('markElsewhere'), place, verb }) },
  { weight: 8, arbitrary: fc.record({ kind: kind('changePreferences'), tab, ...preference }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('changePreferencesElsewhere'), ...preference }) },
  { weight: 10, arbitrary: fc.record({ kind: kind('wait'), ms: fc.constantFrom(1, 20, 300, 1_200) }) },
  { weight: 8, arbitrary: fc.record({ kind: kind('fail'), operation, fault: fc.constantFrom(...faults) }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('hold'), operation }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('release') }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('hint'), hint: fc.constantFrom(...hints) }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('stream'), event: fc.constantFrom(...streamEvents) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('clock'), by: fc.constantFrom(...clockSteps) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('online'), isOnline: fc.boolean() }) },
)
/** One event of a story. */
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A random story: the service, the browser, and what happens in order. */
export const scenario = fc.record({
  filter: fc.constantFrom<FeedFilter>({}, { read: false }, { seen: false }, { read: true, seen: true }),
  firstPage: fc.constantFrom(0 as const, 1 as const),
  likeProduction: fc.boolean(),
  hasCounts: fc.boolean(),
  prefetches: fc.boolean(),
  size: fc.nat(14),
  hasTwoTabs: fc.boolean(),
  isLive: fc.boolean(),
  steps: fc.array(step, { maxLength: 60, size: 'max' }),
})
export type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never
