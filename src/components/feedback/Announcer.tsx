'use client'
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'

/** Announces a text to screen readers politely: they finish their current sentence first. */
export type Announce = (text: string) => void

const AnnounceContext = createContext<Announce | undefined>(undefined)

const silence: Announce = () => {}

/**
 * The `announce` function of the nearest Announcer. Without an Announcer there is no live region, and it does nothing.
 */
export const useAnnounce = (): Announce => useContext(AnnounceContext) ?? silence

/** The same text announced twice within this time is the same event, in milliseconds. */
const sameEvent = 1000

/** How long a text stays in the region, in milliseconds. Later, a reader who browses the page must not find it. */
const lifetime = 7000

/** The last announcement of each region of this browser page: of two bells with the same arrival, one announces it. */
const lastAnnouncements = new Set<{ readonly current: { text: string; at: number } | undefined }>()

const wasJustAnnounced = (text: string, at: number) =>
  [...lastAnnouncements].some(({ current }) => current?.text === text && at - current.at < sameEvent)

interface Announcement {
  id: number
  text: string
}

/**
 * Renders the `role="status"` region. It is in the page before the first text, since screen readers only follow regions
 * that they already know. Each text is a new element, so that two in a row are both read, and none twice. Inside
 * another Announcer it renders no region and leaves announcements to that one.
 */
export const Announcer = ({ children }: { children?: ReactNode }) =>
  useContext(AnnounceContext) ? children : <Region>{children}</Region>

const Region = ({ children }: { children?: ReactNode }) => {
  const [announcements, setAnnouncements] = useState<readonly Announcement[]>([])
  const last = useRef<{ text: string; at: number } | undefined>(undefined)
  const nextId = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  const announce = useCallback<Announce>((text) => {
    const at = Date.now()
    if (wasJustAnnounced(text, at)) return
    last.current = { text, at }
    const id = nextId.current++
    setAnnouncements((shown) => [...shown, { id, text }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setAnnouncements((shown) => shown.filter((announcement) => announcement.id !== id))
    }, lifetime)
    timers.current.add(timer)
  }, [])

  useEffect(() => {
    const running = timers.current
    lastAnnouncements.add(last)
    return () => {
      lastAnnouncements.delete(last)
      for (const timer of running) clearTimeout(timer)
    }
  }, [])

  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div role="status" aria-live="polite" aria-atomic="false" className="tidings-visually-hidden">
        {announcements.map(({ id, text }) => (
          <div key={id}>{text}</div>
        ))}
      </div>
    </AnnounceContext.Provider>
  )
}
