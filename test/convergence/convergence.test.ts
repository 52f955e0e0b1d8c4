import { focusManager, onlineManager } from '@tanstack/react-query'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as fc from '../setup/fastCheck.ts'
import { pass } from '../setup/pass.ts'
import { foundStories } from './foundStories.ts'
import { scenario, type Step } from './scenario.ts'
import { createWitness } from './witness.ts'
import { createWorld } from './world.ts'

const runs = Number(process.env.RUNS ?? 50)
/** The soak has a new one each time. */
const seeds = process.env.SEED === undefined ? [20260105, 20260106] : [Number(process.env.SEED)]

/** Every run starts at this time, so that a seed repeats the same runs. */
const start = Date.UTC(2026, 0, 5, 12)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
})

it.each(seeds)(
  'shows nothing twice, skips nothing, explains every flag, and ends in the service’s state, whatever happens: seed %i',
  // A failing run spends most of its time on the search for a shorter story.
  { timeout: 600_000 + runs * 1_000 },
  async (seed) => {
    // oxlint-disable-next-line no-console -- a failure can only be repeated with its seed
    console.info(`${runs} runs, seed ${seed}: SEED=${seed} RUNS=${runs} repeats them.`)
    let steps = 0
    await fc.assert(
      fc
        .asyncProperty(scenario, async (story) => {
          vi.setSystemTime(start)
          vi.spyOn(Math, 'random').mockReturnValue(0.5)
          const world = createWorld(story)
          const witness = createWitness(world, story.filter)
          await pass(10)
          for (const step of story.steps) {
            // A user does not mark in two tabs within the same millisecond.
            vi.setSystemTime(Date.now() + 1)
            await world.perform(step)
            world.deliverDue()
            await pass(0)
            witness.check()
            steps += 1
          }
          await world.settle()
          if (story.isLive) witness.checkNews()
          const canMissChange = (step: Step) =>
            step.kind === 'changePreferencesElsewhere' ||
            (step.kind === 'fail' && step.operation.endsWith('Preferences'))
          if (!story.steps.some(canMissChange)) witness.checkSaved()
          await world.focus()
          // A digest that grows is unread again, and no poll finds it deep in a list of those that are read.
          const hidesUnread = story.filter.read === true || story.filter.seen === true
          const isDeep = ({ kind }: Step) => /^delete$|Elsewhere$/.test(kind) || (kind === 'grow' && hidesUnread)
          if (story.steps.some(isDeep)) await world.refetch()
          await world.loadAll()
          witness.check()
          witness.checkRest()
          witness.checkSpared()
          const isRefusal = (step: Step) =>
            step.kind === 'fail' && typeof step.fault === 'object' && 'status' in step.fault
          const refusals = story.steps.filter(isRefusal).length
          witness.checkMarks(refusals)
          witness.checkOrder()
          const elsewhere = story.steps.filter(({ kind }) => kind === 'changePreferencesElsewhere').length
          witness.checkPreferences(refusals + elsewhere)
          world.close()
          cleanup()
        })
        .afterEach(() => {
          onlineManager.setOnline(true)
          cleanup()
          vi.clearAllTimers()
        }),
      { numRuns: runs, seed, examples: seed === seeds[0] ? foundStories.map((story) => [story]) : [] },
    )
    expect(steps).toBeGreaterThan(runs)
  },
)
