import { useState, useSyncExternalStore } from 'react'
import type { InboxDevtoolsProps } from './inboxDevtoolsProps.ts'
import { type Failure, failures, type FaultInjector } from './faultInjector.ts'

const names = Object.keys(failures) as Failure[]

export interface ActionsProps extends Pick<InboxDevtoolsProps, 'onSendTestItem'> {
  tamper: FaultInjector
  /** Told of what the host's callback throws. */
  onError: (error: unknown) => void
}

/** What devtools do: go offline, fail the next request, send a test item. */
export const Actions = ({ tamper, onSendTestItem, onError }: ActionsProps) => {
  const { isOffline, failure } = useSyncExternalStore(tamper.subscribe, tamper.getState)
  const [chosen, choose] = useState<Failure>('error')
  const sendTestItem = async () => {
    if (!onSendTestItem) return tamper.addTestItem()
    try {
      await onSendTestItem()
      tamper.refresh()
    } catch (error) {
      onError(error)
    }
  }
  return (
    <div className="tidings-devtools-actions" role="group" aria-label="Actions">
      <button type="button" aria-pressed={isOffline} onClick={() => tamper.setOffline(!isOffline)}>
        Offline
      </button>
      <span className="tidings-devtools-failure">
        <button type="button" aria-pressed={failure !== undefined} onClick={() => tamper.failNext(chosen)}>
          Fail the next request
        </button>
        <select
          aria-label="How it fails"
          value={chosen}
          onChange={({ target }) => choose(names.find((name) => name === target.value) ?? 'error')}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {failures[name]}
            </option>
          ))}
        </select>
      </span>
      <button type="button" onClick={() => void sendTestItem()}>
        Send a test item
      </button>
    </div>
  )
}
