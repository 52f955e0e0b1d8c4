import { useSyncExternalStore } from 'react'
import { useLiveStatus } from '../hooks/feed/useLiveStatus.ts'
import type { InspectedLive } from '../state/inspector.ts'
import type { LiveUpdates } from '../state/live/liveUpdates.ts'
import { ageText, Table } from './Table.tsx'

/** Text for the time until the next attempt, at most: "within 12 s". */
const remainingText = (ms: number) => {
  if (ms === Number.POSITIVE_INFINITY) return 'after the next response'
  return ms < 1_000 ? 'now' : `within ${ageText(ms)}`
}

const tabText = (streamId: string | undefined, ownId: string | undefined) => {
  if (ownId === undefined) return streamId === undefined ? 'none' : 'another tab'
  return streamId === ownId ? 'this tab' : 'this tab, connecting'
}

const coverText = (streamId: string | undefined, isComplete: boolean) => {
  if (streamId === undefined) return ''
  return isComplete ? 'every change' : 'some changes'
}

const durationText = (ms: number | undefined) => {
  if (ms === undefined) return 'never opened'
  return ms < 1_000 ? `${Math.round(ms)} ms` : ageText(ms)
}

interface LiveProps {
  inspected: InspectedLive
  /** The current time, in milliseconds since 1970. */
  now: number
}

/** The stream of hints of this browser, and this tab's part in it. */
export const LiveTable = ({ live, inspected, now }: LiveProps & { live: LiveUpdates }) => {
  const status = useLiveStatus()
  const { streamId, isComplete } = useSyncExternalStore(live.subscribe, live.getState)
  const { ownId, hints, hintedAt, nextBefore } = inspected
  return (
    <Table
      caption="Live"
      columns={['Status', 'Stream', 'Tab', 'Covers', 'Hints', 'Next attempt']}
      empty="No stream."
      rows={[
        {
          key: 'stream',
          state: status,
          cells: [
            status,
            streamId ?? ownId ?? 'none',
            tabText(streamId, ownId),
            coverText(streamId, isComplete),
            hintedAt === undefined ? hints : `${hints}, last ${ageText(now - hintedAt)}`,
            nextBefore === undefined ? '' : remainingText(nextBefore - now),
          ],
        },
      ]}
    />
  )
}

export const EndedStreamsTable = ({ inspected, now }: LiveProps) => (
  <Table
    caption="Ended streams"
    columns={['Stream', 'Reason', 'Open for', 'Ended']}
    empty="No stream of this tab has ended."
    rows={inspected.ended.map(({ id, reason, openFor, endedAt }) => ({
      key: id,
      state: 'ended',
      cells: [id, reason, durationText(openFor), ageText(now - endedAt)],
    }))}
  />
)
