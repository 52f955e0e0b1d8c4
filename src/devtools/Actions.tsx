import { useState, useSyncExternalStore } from 'react'
import { type Failure, failures, type FaultInjector } from './faultInjector.ts'
import type { InboxDevtoolsProps } from './inboxDevtoolsProps.ts'

const names = Object.keys(failures) as Failure[]

/** Props of `<Actions>`. */
export interface ActionsProps extends Pick<InboxDevtoolsProps, 'onSendTestItem'> {
  /** Injects the failures. */
  faults: FaultInjector
  /** Called with an error that the app's `onSendTestItem` throws. */
  onError: (error: unknown) => void
}

/** The actions of the devtools: go offline, fail the next request, add a test notification. */
export const Actions = ({ faults, onSendTestItem, onError }: ActionsProps) => {
  const { isOffline, failure } = useSyncExternalStore(faults.subscribe, faults.getState)
  const [chosen, choose] = useState<Failure>('error')
  const sendTestItem = async () => {
    if (!onSendTestItem) return faults.addTestItem()
    try {
      await onSendTestItem()
      faults.refresh()
    } catch (error) {
      onError(error)
    }
  }
  return (
    <div className="tidings-devtools-actions" role="group" aria-label="Actions">
      <button type="button" aria-pressed={isOffline} onClick={() => faults.setOffline(!isOffline)}>
        Offline
      </button>
      <span className="tidings-devtools-failure">
        <button type="button" aria-pressed={failure !== undefined} onClick={() => faults.failNext(chosen)}>
          Fail the next request
        </button>
        <select
          aria-label="Failure"
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
