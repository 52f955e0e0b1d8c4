import type { Scenario } from './scenario.ts'

/** Stories that once failed. They run before the random ones. */
export const foundStories: Scenario[] = [
  // A mark-all brought in notifications between and below those that a list had.
  {
    filter: { read: true, seen: true },
    firstPage: 0,
    likeProduction: false,
    hasCounts: false,
    prefetches: false,
    size: 7,
    hasTwoTabs: false,
    isLive: false,
    steps: [
      { kind: 'loadMore', tab: 0, list: 'all' },
      { kind: 'wait', ms: 20 },
      { kind: 'mark', tab: 0, list: 'all', place: 3, verb: 'read' },
      { kind: 'mark', tab: 0, list: 'all', place: 5, verb: 'read' },
      { kind: 'wait', ms: 1200 },
      { kind: 'markAll', tab: 0, verb: 'read', isUndoable: false },
      { kind: 'wait', ms: 300 },
    ],
  },
  // One tab requested a page in the millisecond in which another got the response to a mark-all.
  {
    filter: {},
    firstPage: 0,
    likeProduction: false,
    hasCounts: false,
    prefetches: false,
    size: 5,
    hasTwoTabs: true,
    isLive: false,
    steps: [
      { kind: 'loadMore', tab: 1, list: 'all' },
      { kind: 'hold', operation: 'getFeed' },
      { kind: 'markAll', tab: 0, verb: 'read', isUndoable: true },
      { kind: 'wait', ms: 1 },
      { kind: 'refetch', tab: 1 },
    ],
  },
  // Two tabs marked one message in the same millisecond.
  {
    filter: {},
    firstPage: 1,
    likeProduction: false,
    hasCounts: false,
    prefetches: false,
    size: 11,
    hasTwoTabs: true,
    isLive: false,
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
    filter: {},
    firstPage: 0,
    likeProduction: true,
    hasCounts: false,
    prefetches: false,
    size: 5,
    hasTwoTabs: false,
    isLive: false,
    steps: [
      { kind: 'loadMore', tab: 0, list: 'all' },
      { kind: 'markAll', tab: 0, verb: 'unread', isUndoable: false },
    ],
  },
  // The list of read messages was refetched after the marks. Its pages do not show what the count had before.
  {
    filter: { read: true, seen: true },
    firstPage: 0,
    likeProduction: false,
    hasCounts: false,
    prefetches: false,
    size: 5,
    hasTwoTabs: false,
    isLive: true,
    steps: [
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'read' },
      { kind: 'mark', tab: 0, list: 'all', place: 0, verb: 'seen' },
      { kind: 'mark', tab: 0, list: 'all', place: 5, verb: 'read' },
    ],
  },
]
