import { useMutation } from '@tanstack/react-query'
import { usePreferences } from 'tidings/hooks'
import * as z from 'zod/mini'
import { type Happening, happenings, workflowOf } from '../../content/happenings.ts'
import { findPerson } from '../../content/people.ts'
import { ask } from '../data/ask.ts'
import { Link } from '../router.tsx'
import { HappeningIcon } from './icons.tsx'

const outcome = z.object({ statuses: z.array(z.string()) })

const titles: Record<Happening, string> = {
  like: 'Somebody likes your post',
  mention: 'Somebody mentions you',
  comment: 'Somebody comments',
  invitation: 'You are invited',
  invoice: 'An invoice is issued',
  security: 'A new device signs in',
  digest: 'The week is over',
}

/** Ids of the workflows that are disabled for the user's inbox. */
const useDisabledWorkflows = (): ReadonlySet<string> => {
  const { data } = usePreferences({ criticality: 'all' })
  const disabled = (data?.workflows ?? []).filter(({ enabled, channels }) => !enabled || channels.in_app === false)
  return new Set(disabled.map(({ workflow }) => workflow.identifier))
}

/** A short text of the statuses, such as "processed" or "6 × processed". */
const summary = (statuses: readonly string[]) =>
  [...new Set(statuses)]
    .map((status) => ({ status, count: statuses.filter((each) => each === status).length }))
    .map(({ status, count }) => (count === 1 ? status : `${count} × ${status}`))
    .join(', ')

/** Triggers events for the signed-in person, through the service's bulk operation. */
export const WhatHappensNext = ({ person }: { person: string }) => {
  const disabledWorkflows = useDisabledWorkflows()
  const {
    mutate: happen,
    data,
    error,
    isPending,
  } = useMutation({
    mutationFn: (chosen: readonly Happening[]) => ask('/happen', outcome, { happenings: chosen }),
  })
  const describeOutcome = () => {
    if (isPending) return 'Triggering…'
    if (error) return error.message
    return data && `Status: ${summary(data.statuses)}.`
  }

  return (
    <aside className="next" aria-labelledby="next-title">
      <h2 id="next-title">What happens next</h2>
      <p className="next-intro quiet">
        Each button triggers a real event for {findPerson(person)?.firstName}. Watch the bell, and the mails under{' '}
        <Link href="/sent">Sent</Link>. Workflows that are disabled in the preferences do not arrive.
      </p>
      <p className="next-try">
        Try it: several likes share one row, and a mention that you read within 30 seconds is not mailed.
      </p>
      <ul className="next-list">
        {happenings.map((happening) => (
          <li key={happening}>
            <button type="button" className="next-button" onClick={() => happen([happening])}>
              <HappeningIcon happening={happening} />
              <span>
                {titles[happening]}
                <small>
                  {workflowOf[happening]}
                  {disabledWorkflows.has(workflowOf[happening]) && ' · disabled in the preferences'}
                </small>
              </span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="next-button" onClick={() => happen(happenings)}>
            <HappeningIcon happening="everything" />
            <span>
              Everything at once
              <small>seven events, one bulk call</small>
            </span>
          </button>
        </li>
      </ul>
      <p className="next-outcome quiet" role="status" aria-label="Outcome">
        {describeOutcome()}
      </p>
    </aside>
  )
}
