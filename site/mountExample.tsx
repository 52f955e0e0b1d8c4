import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { Announcer, InboxProvider } from 'tidings'
import 'tidings/styles.css'
import { sendNotification, user } from './exampleReader.ts'

/** The props of all examples. */
const props = { userId: user.id, subscriberId: user.id, baseUrl: '/api/inbox', timeZone: user.timeZone }

const isComponent = (entry: [string, unknown]): entry is [string, ComponentType<typeof props>] =>
  /^[A-Z]/.test(entry[0]) && typeof entry[1] === 'function'

/**
 * Renders the components that a module exports, with an inbox in memory.
 * @returns a function that removes them.
 */
export const mountExample = (place: HTMLElement, module: object): (() => void) => {
  const app = createRoot(place)
  app.render(
    <InboxProvider subscriberId={user.id} baseUrl="/api/inbox">
      <Announcer>
        {/* Notifications lead to pages of an app that does not exist here. */}
        <div className="live-app" onClick={(event) => event.preventDefault()}>
          {Object.entries(module)
            .filter(isComponent)
            .map(([name, Component]) => (
              <Component key={name} {...props} />
            ))}
        </div>
      </Announcer>
      <p className="live-note">
        This example runs in the page, with a service in memory.
        <button onClick={sendNotification}>Send a notification</button>
      </p>
    </InboxProvider>,
  )
  return () => app.unmount()
}
