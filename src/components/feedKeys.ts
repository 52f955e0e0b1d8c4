import { pressedKey } from './pressedKey.ts'

/** Where a key takes the focus: to a row, or out of the list to what stands before or after it. */
export type FeedMove = 'next' | 'previous' | 'first' | 'last' | 'before' | 'after'

/** What a key asks of a list. */
export type FeedCommand = FeedMove | 'toggle-read'

const patternKeys: Record<string, FeedMove> = {
  PageDown: 'next',
  PageUp: 'previous',
  'Control+Home': 'before',
  'Control+End': 'after',
}

const triageKeys: Record<string, FeedCommand> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  u: 'toggle-read',
}

/**
 * The keys of the ARIA feed pattern: Page Down and Page Up move from article to article, Control+End and Control+Home
 * leave the feed for what comes after and before it.
 */
export const patternMove = (event: KeyboardEvent): FeedMove | undefined => patternKeys[pressedKey(event) ?? '']

/** The keys for going through many notifications: j and k or the arrows move, Home and End too; u marks. */
export const triageCommand = (event: KeyboardEvent): FeedCommand | undefined => triageKeys[pressedKey(event) ?? '']
