import { useMemo } from 'react'
import { fn } from 'storybook/test'
import { Inbox, type InboxProps } from '../../src/components/inbox/Inbox.tsx'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import type { Preferences } from '../../src/contract/preferences.ts'
import { createTestService, type TestService } from '../../src/testing/index.ts'

export interface InHeaderProps extends InboxProps {
  /** What the service holds. */
  notifications?: InboxNotification[]
  /** Default: those of `makePreferences()`. */
  preferences?: Preferences
  /** What goes wrong, or takes its time. */
  arrange?: (service: TestService) => void
}

/** A host's header with the whole inbox in it, against a service in memory: everything works, and nothing leaves the page. */
export const InHeader = ({ notifications, preferences, arrange, ...props }: InHeaderProps) => {
  const service = useMemo(() => {
    const made = createTestService({ ...(notifications && { notifications }), ...(preferences && { preferences }) })
    arrange?.(made)
    return made
  }, [notifications, preferences, arrange])
  return (
    <header className="page-header">
      <strong>Acme</strong>
      <Inbox {...props} fetch={service.fetch} />
    </header>
  )
}

/** What every inbox of the stories begins with. */
export const inboxArgs = {
  subscriberId: 'ada',
  baseUrl: '/api/inbox',
  timeZone: 'Europe/Berlin',
  pollInterval: 60_000,
  retry: false,
  onOpen: fn((_notification: InboxNotification, event: { preventDefault: () => void }) => event.preventDefault()),
  onAction: fn(),
  onError: fn(),
} satisfies InHeaderProps

/** Stories that open panels need a window of their own in the docs. */
export const ownWindow = { docs: { story: { inline: false, height: '44rem' } } }
