'use client'
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'

/** Says a text to screen readers, politely: it waits until they have finished what they are saying. */
export type Announce = (text: string) => void

const AnnounceContext = createContext<Announce | undefined>(undefined)

const silence: Announce = () => {}

/** The voice of the Announcer around. Outside one it stays silent: a part by itself has no region to speak from. */
export const useAnnounce = (): Announce => useContext(AnnounceContext) ?? silence

/** A text said again within this many milliseconds is the same event, told twice. */
const sameEvent = 1000

/** How long a text stays in the region, in milliseconds: long enough to be picked up, then gone from browsing. */
const lifetime = 7000

/** What each region of this page said last: two bells in one page hear of the same arrival, and one of them tells. */
const saidLast = new Set<{ readonly current: { text: string; at: number } | undefined }>()

const wasJustSaid = (text: string, at: number) =>
  [...saidLast].some(({ current }) => current?.text === text && at - current.at < sameEvent)

interface Announcement {
  id: number
  text: string
}

/**
 * The one `role="status"` region. It is in the page before anything is said, since screen readers only follow regions
 * that they already know. Each text is a new element in it, so that two in a row are both read, and none twice. Inside
 * another Announcer it leaves the talking to that one.
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
    if (wasJustSaid(text, at)) return
    last.current = { text, at }
    const id = nextId.current++
    setAnnouncements((said) => [...said, { id, text }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setAnnouncements((said) => said.filter((announcement) => announcement.id !== id))
    }, lifetime)
    timers.current.add(timer)
  }, [])

  useEffect(() => {
    const running = timers.current
    saidLast.add(last)
    return () => {
      saidLast.delete(last)
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
