import { useState, useSyncExternalStore } from 'react'
import { type Failure, failures, type FaultInjector } from './faultInjector.ts'

/** Props of `<InboxDevtools>`. */
export interface InboxDevtoolsProps {
  /** Whether the panel is initially open. Default false: a small button opens it. */
  defaultOpen?: boolean | undefined
  /**
   * Sends a real notification for the button "Send a test item", for example by triggering a workflow on your server.
   * The inbox refetches after the promise resolves. Default: adds a notification that exists only in this browser page.
   */
  onSendTestItem?: (() => Promise<void> | void) | undefined
}

const names = Object.keys(failures) as Failure[]

interface ActionsProps extends Pick<InboxDevtoolsProps, 'onSendTestItem'> {
  faults: FaultInjector
  /** Called with an error that the app's `onSendTestItem` throws. */
  onError: (error: unknown) => void
}

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
          form=""
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
      <button type="button" onClick={faults.cutStream}>
        Cut the stream
      </button>
      <button type="button" onClick={() => void sendTestItem()}>
        Send a test item
      </button>
    </div>
  )
}
