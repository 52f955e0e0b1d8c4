'use client'
import { createContext, useCallback, useContext, useEffect, useRef, type ReactNode } from 'react'
import { clocks } from '../../client/clock.ts'

/** Announces a text to screen readers politely: they finish their current sentence first. */
export type Announce = (text: string) => void

const AnnounceContext = createContext<Announce | undefined>(undefined)

const silence: Announce = () => {}

/**
 * The `announce` function of the nearest Announcer. Without an Announcer there is no live region, and it does nothing.
 */
export const useAnnounce = (): Announce => useContext(AnnounceContext) ?? silence

/**
 * Announces a text when it appears or changes, and the same text again with another `cause`.
 * @param text while it is empty, `false` or undefined, nothing is announced.
 */
export const useAnnouncement = (text: string | false | undefined, cause?: unknown): void => {
  const announce = useAnnounce()
  useEffect(() => {
    if (text) announce(text)
  }, [announce, text, cause])
}

/** The same text announced twice within this time is the same event, in milliseconds. */
const sameEvent = 1000

/**
 * The texts stay this long after the last one, in milliseconds. Later, a user who browses the page must not find
 * them.
 */
const lifetime = 7000

interface Announcement {
  text: string
  at: number
}

/** The last announcement of each region of this browser page: of two bells with the same arrival, one announces it. */
const lastAnnouncements = new Set<{ readonly current: Announcement | undefined }>()

const wasJustAnnounced = (text: string, at: number) =>
  [...lastAnnouncements].some(({ current }) => current?.text === text && at - current.at < sameEvent)

/**
 * Renders the `role="status"` region. It is in the page before the first text, since screen readers only follow regions
 * that they already know. Each text is a new element, so that two in a row are both read, and none twice. Inside
 * another Announcer it renders no region and leaves announcements to that one.
 */
export const Announcer = ({ children }: { children?: ReactNode }) =>
  useContext(AnnounceContext) ? children : <Region>{children}</Region>

const Region = ({ children }: { children?: ReactNode }) => {
  const region = useRef<HTMLDivElement>(null)
  const last = useRef<Announcement>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Not state, so that an announcement renders nothing.
  const announce = useCallback<Announce>((text) => {
    const at = clocks.monotonic()
    const { current } = region
    if (!current || wasJustAnnounced(text, at)) return
    last.current = { text, at }
    const element = current.ownerDocument.createElement('div')
    element.textContent = text
    current.append(element)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => current.replaceChildren(), lifetime)
  }, [])

  useEffect(() => {
    lastAnnouncements.add(last)
    return () => {
      lastAnnouncements.delete(last)
      clearTimeout(timer.current)
    }
  }, [])

  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div ref={region} role="status" aria-live="polite" aria-atomic="false" className="tidings-visually-hidden" />
    </AnnounceContext.Provider>
  )
}
