'use client'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { InboxDevtoolsProps } from './Actions.tsx'

const Devtools = process.env.NODE_ENV === 'production' ? undefined : lazy(() => import('./Devtools.tsx'))

const never = () => () => {}

/** Renders after hydration, because the devtools are not rendered on a server. */
const LoadedDevtools = (props: InboxDevtoolsProps) => {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isHydrated && Devtools ? (
    <Suspense fallback={null}>
      <Devtools {...props} />
    </Suspense>
  ) : null
}

/**
 * Shows the state of an inbox during development: its marks, cached feed pages, requests, and this tab's part in
 * polling. It can take the inbox offline, fail a request, and add a test notification. Put it into an `<Inbox>` or
 * `<InboxProvider>`, and import `tidings/devtools.css`. In a production build it renders nothing.
 *
 * ```tsx
 * <Inbox subscriberId={userId} baseUrl="/api/inbox">
 *   <InboxDevtools />
 * </Inbox>
 * ```
 */
export const InboxDevtools: (props: InboxDevtoolsProps) => ReactNode =
  process.env.NODE_ENV === 'production' ? () => null : LoadedDevtools
