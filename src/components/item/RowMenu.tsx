'use client'
import { memo, type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createStore } from '../../state/model/createStore.ts'
import { useReportOnce } from '../base/useReportOnce.ts'
import { whenIdle } from '../base/whenIdle.ts'
import { useOnDemand } from '../feedback/onDemand.ts'
import { knownTimeZone } from '../language/knownTimeZone.ts'
import { sharedClock } from '../language/sharedClock.ts'
import { menuCode } from './menuCode.ts'
import { type OpenRowMenu, RowMenuContext, type RowMenuStore, type SnoozeOptions } from './rowMenuContext.ts'

/** The menu of a list, closed at first. */
export const useRowMenu = (): RowMenuStore => useState(() => createStore<OpenRowMenu | undefined>(undefined))[0]

interface OpenMenuProps extends SnoozeOptions {
  menu: RowMenuStore
}

/** A component of its own, so that a menu that opens renders no list. Memoized, so that a list does not render it. */
const OpenMenu = memo(function OpenMenu({ menu, now = sharedClock.now, ...options }: OpenMenuProps) {
  const opened = useSyncExternalStore(menu.subscribe, menu.getState, menu.getState)
  const code = useOnDemand(menuCode)
  const report = useReportOnce()
  const isOpen = opened !== undefined
  useEffect(() => {
    if (isOpen) menuCode.load()
  }, [isOpen])
  useEffect(() => {
    if (code.status === 'failed') report('menu', code.error)
  }, [code, report])
  const close = useCallback(
    (isElsewhere?: boolean) => {
      const last = menu.getState()
      menu.setState(undefined)
      if (!isElsewhere) last?.from.focus({ preventScroll: true })
    },
    [menu],
  )
  // A poll, or another tab, may have removed the row.
  useEffect(() => {
    if (opened && !opened.from.isConnected) close(true)
  })
  if (!opened || code.status !== 'ready') return null
  const { RowChoices } = code.code
  return <RowChoices {...options} {...opened} now={now} onClose={close} />
})

export interface RowMenuProps extends SnoozeOptions {
  menu: RowMenuStore
  /** Whether rows have something for it. Its code is then loaded when the browser is idle. */
  isOffered: boolean
  children: ReactNode
}

/** The one menu of the rows inside it, and their time zone. */
export const RowMenu = ({ menu, isOffered, timeZone: given, children, ...options }: RowMenuProps) => {
  const timeZone = knownTimeZone(given)
  const around = useMemo(() => ({ menu, timeZone }), [menu, timeZone])
  useEffect(() => {
    // It then opens at once, also offline.
    if (isOffered) whenIdle(menuCode.load)
  }, [isOffered])
  return (
    <RowMenuContext.Provider value={around}>
      {children}
      {isOffered && <OpenMenu {...options} menu={menu} timeZone={timeZone} />}
    </RowMenuContext.Provider>
  )
}
