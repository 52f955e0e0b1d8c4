import { useMemo } from 'react'
import { fn } from 'storybook/test'
import { Inbox, type InboxProps } from '../../src/components/inbox/Inbox.tsx'
import type { InboxNotification } from '../../src/contract/inboxNotification.ts'
import type { Preferences } from '../../src/contract/preferences.ts'
import { createTestService, type TestService } from '../../src/testing/index.ts'

export interface InHeaderProps extends InboxProps {
  /** The notifications of the service. */
  notifications?: InboxNotification[]
  /** The preferences of the service. Default: those of `makePreferences()`. */
  savedPreferences?: Preferences
  /** The service's failures and delays. */
  arrange?: (service: TestService) => void
}

/** An app's header with the inbox and a service in memory: everything works without network requests. */
export const InHeader = ({ notifications, savedPreferences, arrange, ...props }: InHeaderProps) => {
  const service = useMemo(() => {
    const made = createTestService({
      ...(notifications && { notifications }),
      ...(savedPreferences && { preferences: savedPreferences }),
    })
    arrange?.(made)
    return made
  }, [notifications, savedPreferences, arrange])
  return (
    <header className="page-header">
      <strong>Acme</strong>
      <Inbox {...props} fetch={service.fetch} />
    </header>
  )
}

/** The notifications that the inbox stories start with. */
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

/** Stories that open panels need their own window in the docs. */
export const ownWindow = { docs: { story: { inline: false, height: '44rem' } } }
