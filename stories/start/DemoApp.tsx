import { type ReactNode, useEffect, useRef } from 'react'
import { Inbox } from '../../src/components/inbox/Inbox.tsx'
import { createTestService } from '../../src/testing/createTestService.ts'
import { ago, morning, ownChoice } from '../support/fixtures.ts'
import './demoApp.css'

/** A reader's inbox in memory, to which notifications can be sent. */
export const createDemo = () => {
  const service = createTestService({
    subscriberId: 'pia',
    notifications: morning(),
    preferences: ownChoice(),
    live: true,
    counts: true,
  })
  let sent = 0
  return {
    service,
    /** Sends a notification of a workflow, like the one of this morning. */
    send: (workflow: unknown) => {
      const like = morning().find(({ templateIdentifier }) => templateIdentifier === workflow)
      if (!like) return
      const _id = `sent-${(sent += 1)}`
      service.add({ ...like, _id, createdAt: ago(0), read: false, seen: false })
    },
  }
}

/** An app with an open inbox: a panel, or a sheet in a window as narrow as a phone. It shows in frames of other pages. */
export const DemoApp = ({ fetch, children }: { fetch: typeof globalThis.fetch; children?: ReactNode }) => {
  // An open panel takes the focus, which may be elsewhere in the page around the frame. Nothing takes it while inert.
  const app = useRef<HTMLDivElement>(null)
  useEffect(() => app.current?.removeAttribute('inert'), [])
  return (
    <div className="demo-app" ref={app} inert>
      <header>
        <strong>Acme</strong>
        <Inbox
          subscriberId="pia"
          baseUrl="/api/inbox"
          fetch={fetch}
          timeZone="Europe/Berlin"
          defaultOpen
          // The buttons of a notification would do something in that app, and its link would lead to a page.
          onAction={() => undefined}
          onOpen={(_notification, event) => event.preventDefault()}
        />
      </header>
      <main>
        <h1>Launch plan</h1>
        <p>The bell counts what arrives, and opens the inbox.</p>
        {children}
      </main>
    </div>
  )
}
