import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { Inbox } from 'tidings'
import { createTestService } from 'tidings/testing'
import 'tidings/styles.css'
import { ago, morning, ownChoice } from '../../stories/support/fixtures.ts'
import './demo.css'

const service = createTestService({
  subscriberId: 'pia',
  notifications: morning(),
  preferences: ownChoice(),
  live: true,
  counts: true,
})

let sent = 0

/** Sends the reader a notification of a workflow, like the one of this morning. */
const send = (workflow: unknown) => {
  const like = morning().find(({ templateIdentifier }) => templateIdentifier === workflow)
  if (!like) return
  const _id = `sent-${(sent += 1)}`
  service.add({ ...like, _id, createdAt: ago(0), read: false, seen: false })
}

const OnceMounted = ({ run }: { run: () => void }) => {
  useEffect(run, [run])
  return null
}

/**
 * Renders an app with an open inbox, which the start page shows in frames: in a frame as narrow as a phone, the panel is
 * a sheet. The page around it sends messages with the name of a workflow.
 */
export const mountExample = (place: HTMLElement): (() => void) => {
  const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
    if (origin === location.origin) send(data)
  }
  addEventListener('message', onMessage)
  // An open panel takes the focus, which may be elsewhere in the page around this frame. Nothing takes it while inert.
  place.inert = true
  const app = createRoot(place)
  app.render(
    <div className="demo-app">
      <header>
        <strong>Acme</strong>
        <Inbox
          subscriberId="pia"
          baseUrl="/api/inbox"
          fetch={service.fetch}
          timeZone="Europe/Berlin"
          defaultOpen
          // The buttons of a notification would do something in that app.
          onAction={() => undefined}
          // Notifications would lead to its pages.
          onOpen={(_notification, event) => event.preventDefault()}
        >
          <OnceMounted run={() => (place.inert = false)} />
        </Inbox>
      </header>
      <main>
        <h1>Launch plan</h1>
        <p>The bell counts what arrives, and opens the inbox.</p>
      </main>
    </div>,
  )
  return () => {
    removeEventListener('message', onMessage)
    app.unmount()
  }
}
