'use client'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { InboxDevtoolsProps } from './inboxDevtoolsProps.ts'

const Devtools = process.env.NODE_ENV === 'production' ? undefined : lazy(() => import('./Devtools.tsx'))

const never = () => () => {}

/** Drawn after hydration: no server draws devtools. */
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
 * Shows what an inbox does, in development: its marks, pages, requests, and this tab's part in polling; lets it go offline, fail, and
 * receive a test item. Put it into an `<Inbox>` or `<InboxProvider>`, and import `tidings/devtools.css`. A production build
 * holds nothing of it.
 */
export const InboxDevtools: (props: InboxDevtoolsProps) => ReactNode =
  process.env.NODE_ENV === 'production' ? () => null : LoadedDevtools
