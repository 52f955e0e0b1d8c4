import type { KeyboardEvent } from 'react'
import { tabStopBeside } from './focus.ts'

const article = '[role="article"]'

/** Keys that belong to a text field, a list or a player, wherever one is drawn inside a row. */
const hasOwnKeys = (target: EventTarget) =>
  target instanceof Element && target.closest('input, textarea, select, video, audio, [contenteditable="true"]') !== null

const moveBetweenArticles = (list: Element, from: Element, step: 1 | -1) => {
  const articles = [...list.querySelectorAll<HTMLElement>(article)]
  const current = articles.findIndex((row) => row.contains(from))
  articles[Math.max(0, Math.min(articles.length - 1, current + step))]?.focus()
}

/**
 * The keys of the ARIA feed pattern: Page Down and Page Up move from article to article, Control+End and Control+Home
 * leave the feed for what comes after and before it.
 */
export const moveByFeedKeys = (event: KeyboardEvent<HTMLElement>) => {
  if (event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey || hasOwnKeys(event.target)) return
  const list = event.currentTarget
  const from = event.target as Element
  const leave = (side: 'before' | 'after') => tabStopBeside(list, side)?.focus()
  const moves: Record<string, (() => void) | undefined> = event.ctrlKey
    ? { Home: () => leave('before'), End: () => leave('after') }
    : { PageDown: () => moveBetweenArticles(list, from, 1), PageUp: () => moveBetweenArticles(list, from, -1) }
  const move = moves[event.key]
  if (!move) return
  event.preventDefault()
  move()
}
