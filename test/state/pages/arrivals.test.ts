import { describe, expect } from 'vitest'
import { arrivals, type Known, learn } from '../../../src/state/pages/arrivals.ts'
import { eachRule } from '../eachRule.ts'
import { describeAll, notifications } from './page.ts'

const nothing: Known = { createdAt: '', ids: [] }

/** What is known after each of some pages, one after another. */
const knownAfter = (pages: string[]) => pages.reduce((known, text) => learn(known, notifications(text)), nothing)

describe('a notification arrives', () => {
  eachRule(
    [
      { rule: 'if nothing is known yet', pages: [], page: 'b a', arrived: 'b a' },
      { rule: 'if it was created after all that are known', pages: ['b a'], page: 'd c b a', arrived: 'd c' },
      {
        rule: 'if it has the time of the newest known one, and is not known',
        pages: ['b a'],
        page: 'c@b b',
        arrived: 'c',
      },
      { rule: 'not if it is known', pages: ['b a'], page: 'b a', arrived: '' },
      { rule: 'not if it is older: it was below the known page', pages: ['c b'], page: 'c b a', arrived: '' },
      { rule: 'not without a time', pages: ['b a'], page: 'c@never b', arrived: '' },
      { rule: 'not without a time, even if nothing is known', pages: [], page: 'c@never', arrived: '' },
      { rule: 'not again, after a page without it', pages: ['c b', 'b a'], page: 'c b a', arrived: '' },
      { rule: 'not again, if several have the newest time', pages: ['c@b b'], page: 'c@b b', arrived: '' },
      {
        rule: 'not again, if one of several of the newest time was learned later',
        pages: ['b a', 'c@b'],
        page: 'c@b b',
        arrived: '',
      },
      { rule: 'in whatever order a page has it', pages: ['b'], page: 'b c d', arrived: 'c d' },
    ],
    ({ pages, page, arrived }) => {
      expect(describeAll(arrivals(knownAfter(pages), notifications(page)))).toBe(arrived)
    },
  )
})

describe('what is known after a page', () => {
  const [timeOfC, timeOfB] = notifications('c b').map(({ createdAt }) => createdAt)
  eachRule(
    [
      { rule: 'ends with its newest notification', pages: ['b c a'], known: { createdAt: timeOfC, ids: ['c'] } },
      { rule: 'has every id of the newest time', pages: ['d@c c b'], known: { createdAt: timeOfC, ids: ['d', 'c'] } },
      {
        rule: 'adds ids of the same time, each once',
        pages: ['b', 'c@b b'],
        known: { createdAt: timeOfB, ids: ['b', 'c'] },
      },
      { rule: 'drops the ids of an earlier time', pages: ['b a', 'c b'], known: { createdAt: timeOfC, ids: ['c'] } },
      { rule: 'stays after an older page', pages: ['c', 'b a'], known: { createdAt: timeOfC, ids: ['c'] } },
      { rule: 'stays after an empty page', pages: ['c', ''], known: { createdAt: timeOfC, ids: ['c'] } },
      { rule: 'is nothing after notifications without a time', pages: ['c@never'], known: nothing },
    ],
    ({ pages, known }) => {
      expect(knownAfter(pages)).toEqual(known)
    },
  )
})
