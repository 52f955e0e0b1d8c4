import type { Scenario } from './scenario.ts'

const usual: Omit<Scenario, 'steps'> = {
  filter: {},
  firstPage: 0,
  likeProduction: false,
  hasCounts: false,
  prefetches: false,
  size: 0,
  hasTwoTabs: false,
  isLive: false,
}

/** Stories that once failed. They run before the random ones. */
export const foundStories: Scenario[] = [
  // A mark-all brought in notifications between and below those that a list had.
  {
    ...usual,
    filter: { read: true, seen: true },
    size: 7,
    steps: [
      { kind: 'loadMore', tab: 0, list: 'all' },
      { kind: 'wait', ms: 20 },
      { kind: 'mark', tab: 0, list: 'all', place: 3, verb: 'read' },
      { kind: 'mark', tab: 0, list: 'all', place: 5, verb: 'read' },
      { kind: 'wait', ms: 1200 },
      { kind: 'markAll', tab: 0, verb: 'read' },
      { kind: 'wait', ms: 300 },
    ],
  },
  // One tab requested a page in the millisecond in which another got the response to a mark-all.
  {
    ...usual,
    size: 5,
    hasTwoTabs: true,
    steps: [
      { kind: 'loadMore', tab: 1, list: 'all' },
      { kind: 'hold', operation: 'getFeed' },
      { kind: 'markAll', tab: 0, verb: 'read' },
      { kind: 'wait', ms: 1 },
      { kind: 'refetch', tab: 1 },
    ],
  },
  // Two tabs marked one message in the same millisecond.
  {
    ...usual,
    firstPage: 1,
    size: 11,
    hasTwoTabs: true,
    steps: [
      { kind: 'loadMore', tab: 0, list: 'filtered' },
      { kind: 'arrive' },
      { kind: 'arrive' },
      { kind: 'reload', tab: 1 },
      { kind: 'mark', tab: 1, list: 'all', place: 1, verb: 'read' },
      { kind: 'online', isOnline: false },
      { kind: 'mark', tab: 1, list: 'all', place: 25, verb: 'seen' },
      { kind: 'mark', tab: 1, list: 'filtered', place: 10, verb: 'unread' },
      { kind: 'mark', tab: 0, list: 'filtered', place: 28, verb: 'read' },
      { kind: 'mark', tab: 0, list: 'all', place: 12, verb: 'unseen' },
      { kind: 'arrive' },
      { kind: 'mark', tab: 0, list: 'filtered', place: 15, verb: 'seen' },
      { kind: 'reload', tab: 1 },
      { kind: 'wait', ms: 1 },
      { kind: 'refetch', tab: 0 },
      { kind: 'arrive' },
    ],
  },
  // In production, "unread" also marks as seen. The response of a mark-all does not show it.
  {
    ...usual,
    likeProduction: true,
    size: 5,
    steps: [
      { kind: 'loadMore', tab: 0, list: 'all' },
      { kind: 'markAll', tab: 0, verb: 'unread' },
    ],
  },
  // The list of read messages was refetched after the marks. Its pages do not show what the count had before.
  {
    ...usual,
    filter: { read: true, seen: true },
    size: 5,
    isLive: true,
    steps: [
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'read' },
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'seen' },
      { kind: 'mark', tab: 0, list: 'all', place: 5, verb: 'read' },
    ],
  },
  // A tab restored a count of an earlier visit, and its stream was open. A hint had come before the visit.
  {
    ...usual,
    hasCounts: true,
    prefetches: true,
    isLive: true,
    steps: [{ kind: 'panel', tab: 0 }, { kind: 'wait', ms: 1200 }, { kind: 'arrive' }, { kind: 'closeOrOpen', tab: 0 }],
  },
  // A tab requested the preferences before another one saved a change, and got them after it.
  {
    ...usual,
    hasTwoTabs: true,
    steps: [
      { kind: 'hold', operation: 'getPreferences' },
      { kind: 'reload', tab: 1 },
      { kind: 'changePreferences', tab: 0, workflowId: undefined, channel: 'email', isOn: true },
      { kind: 'wait', ms: 300 },
      { kind: 'release' },
    ],
  },
  // A switch was changed, changed back, and changed again. Another tab showed the change in between.
  {
    ...usual,
    hasTwoTabs: true,
    steps: [false, true, false].map((isOn) => ({
      kind: 'changePreferences',
      tab: 0,
      workflowId: 'comment-added',
      channel: 'in_app',
      isOn,
    })),
  },
  // The clock was set back. When the reader came back, it showed the time at which the preferences were fetched.
  {
    ...usual,
    isLive: true,
    steps: [
      { kind: 'changePreferencesElsewhere', workflowId: undefined, channel: 'in_app', isOn: false },
      { kind: 'clock', by: -60_000 },
    ],
  },
  // A request for the list failed. The stream hinted nothing, and polls were rare, so that the list stayed empty.
  {
    ...usual,
    prefetches: true,
    isLive: true,
    steps: [
      { kind: 'fail', operation: 'getFeed', fault: 'lost-request' },
      { kind: 'fail', operation: 'getFeed', fault: { status: 400 } },
      { kind: 'arrive' },
      { kind: 'reload', tab: 1 },
      { kind: 'panel', tab: 0 },
    ],
  },
  // A page with a mark in flight reloaded. The other tab sent it, beside the next mark of the new page.
  {
    ...usual,
    size: 1,
    steps: [
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'read' },
      { kind: 'closeOrOpen', tab: 1 },
      { kind: 'fail', operation: 'markAs', fault: { delay: 900, of: 'work' } },
      { kind: 'wait', ms: 1 },
      { kind: 'reload', tab: 0 },
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'unread' },
    ],
  },
  // A mark's response showed that another device had read a message, but not that it had archived it.
  {
    ...usual,
    size: 1,
    steps: [
      { kind: 'triageElsewhere', place: 0, action: 'archive', snoozeFor: 2000 },
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'unseen' },
      { kind: 'wait', ms: 1 },
    ],
  },
  // The only message of the inbox was on production's second page, below archived ones.
  {
    ...usual,
    likeProduction: true,
    isLive: true,
    size: 2,
    steps: [
      { kind: 'arrive' },
      { kind: 'arrive' },
      { kind: 'arrive' },
      { kind: 'markAll', tab: 0, verb: 'read' },
      { kind: 'archiveRead', tab: 0 },
      { kind: 'markElsewhere', place: 4, verb: 'unread' },
    ],
  },
  // A mark waited for the response to another one. Its message was snoozed on another device, and delivered again.
  {
    ...usual,
    size: 2,
    steps: [
      { kind: 'hold', operation: 'markAs' },
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'read' },
      { kind: 'wait', ms: 1 },
      { kind: 'mark', tab: 0, list: 'all', place: 1, verb: 'read' },
      { kind: 'triageElsewhere', place: 1, action: 'snooze', snoozeFor: 2000 },
      { kind: 'wait', ms: 1200 },
      { kind: 'wait', ms: 1200 },
      { kind: 'wait', ms: 1200 },
      { kind: 'release' },
    ],
  },
  // A notification was delivered again, so the order of two tabs' marks on its earlier delivery shows in no history.
  {
    ...usual,
    prefetches: true,
    hasTwoTabs: true,
    steps: [
      { kind: 'arrive' },
      { kind: 'markAll', tab: 0, verb: 'read' },
      { kind: 'panel', tab: 0 },
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'unread' },
      { kind: 'holdArrivals', tab: 0, isHeld: true },
      { kind: 'grow', place: 0 },
      { kind: 'markAll', tab: 1, verb: 'read' },
    ],
  },
]
