'use client'
import { matchQuery, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useInbox } from '../hooks/provider/InboxProvider.tsx'
import type { InboxStore } from '../state/inboxStore.ts'
import { type Inspector, inspectorOf } from '../state/inspector.ts'
import type { InboxKeys } from '../state/model/inboxKeys.ts'
import { tabName } from '../state/tabs/tabChannel.ts'
import { Actions, type InboxDevtoolsProps } from './Actions.tsx'
import { createFaultInjector, type FaultInjector } from './faultInjector.ts'
import { EndedStreamsTable, LiveTable } from './LiveTable.tsx'
import { MarksTable } from './MarksTable.tsx'
import { PagesTable, PollsTable } from './PagesTable.tsx'
import { RequestsTable } from './RequestsTable.tsx'

/** The current time in milliseconds since 1970, updated every second for the ages in the tables. */
const useNow = (now: () => number): number => {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1_000)
    return () => clearInterval(timer)
  }, [now])
  return time
}

const useQueries = (queryClient: QueryClient, keys: InboxKeys): readonly Query[] => {
  const [queries, setQueries] = useState<readonly Query[]>([])
  useEffect(() => {
    const cache = queryClient.getQueryCache()
    let isGone = false
    const read = () => {
      if (!isGone) setQueries(cache.findAll({ queryKey: keys.all }))
    }
    read()
    // In a microtask, because the cache notifies while components render.
    const stop = cache.subscribe(({ query }) => {
      if (matchQuery({ queryKey: keys.all }, query)) queueMicrotask(read)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [queryClient, keys])
  return queries
}

interface TablesProps {
  store: InboxStore
  inspector: Inspector
}

const Tables = ({ store, inspector }: TablesProps) => {
  const { keys, log, live, tick, queryClient, scope } = store
  const now = useNow(tick)
  const inspected = useSyncExternalStore(inspector.subscribe, inspector.getState)
  const queries = useQueries(queryClient, keys)
  return (
    // The element scrolls, so it must be focusable.
    <div className="tidings-devtools-tables" role="region" aria-label="Inbox state" tabIndex={0}>
      <MarksTable log={log} madeAt={inspected.marks} now={now} />
      <PagesTable queries={queries} keys={keys} now={now} />
      <PollsTable queries={queries} keys={keys} now={now} inspector={inspected} lockPrefix={tabName(scope)} />
      <LiveTable live={live} inspected={inspected.live} now={now} />
      <EndedStreamsTable inspected={inspected.live} now={now} />
      <RequestsTable requests={inspected.requests} now={now} />
    </div>
  )
}

/** Stops events at the devtools: a press here must not close the panel under inspection. */
const useOwnEvents = () => {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const stop = (event: Event) => event.stopPropagation()
    const element = ref.current
    element?.addEventListener('pointerdown', stop)
    element?.addEventListener('focusin', stop)
    return () => {
      element?.removeEventListener('pointerdown', stop)
      element?.removeEventListener('focusin', stop)
    }
  }, [])
  return ref
}

interface OpenableProps extends InboxDevtoolsProps, TablesProps {
  faults: FaultInjector
}

const Openable = ({ defaultOpen = false, onSendTestItem, store, inspector, faults }: OpenableProps) => {
  const [isOpen, setIsOpen] = useState(defaultOpen)
  const ref = useOwnEvents()
  const buttonRef = useRef<HTMLButtonElement>(null)
  useEffect(() => faults.start(), [faults])
  return createPortal(
    <aside
      ref={ref}
      className="tidings-devtools"
      aria-label="tidings devtools"
      data-open={isOpen ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setIsOpen(false)
        buttonRef.current?.focus()
      }}
    >
      {isOpen && (
        <div className="tidings-devtools-panel">
          <p className="tidings-devtools-hint">Import tidings/devtools.css to style this panel.</p>
          <Actions faults={faults} onSendTestItem={onSendTestItem} onError={store.report} />
          <Tables store={store} inspector={inspector} />
        </div>
      )}
      <button
        ref={buttonRef}
        type="button"
        className="tidings-devtools-button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        tidings devtools
      </button>
    </aside>,
    document.body,
  )
}

const Devtools = (props: InboxDevtoolsProps) => {
  const { store } = useInbox()
  const inspector = inspectorOf(store)
  const faults = useMemo(() => inspector && createFaultInjector(store, inspector), [store, inspector])
  return inspector && faults ? <Openable {...props} store={store} inspector={inspector} faults={faults} /> : null
}
export default Devtools
