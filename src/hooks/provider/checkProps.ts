import { useEffect } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import { isTimeZone } from '../../schedule/wallClock.ts'

/** In the registry that all copies of the package share: how many providers of each copy are mounted. */
const registry = Symbol.for('tidings.copies')
const thisCopy = {}

const mountedCopies = (): Map<object, number> => {
  const page = globalThis as { [registry]?: Map<object, number> }
  return (page[registry] ??= new Map())
}

/** Development: warns of two copies of tidings on a page, which share nothing. */
export const useProviderCheck = (): void => {
  useEffect(() => {
    const copies = mountedCopies()
    // Whichever copy comes second tells of it.
    if (!copies.has(thisCopy) && copies.size > 0)
      warnOnce(
        'TIDINGS_206',
        'two copies of tidings are on this page. They share no inbox, and each polls. Look for them: npm ls tidings.',
      )
    copies.set(thisCopy, (copies.get(thisCopy) ?? 0) + 1)
    return () => {
      const left = (copies.get(thisCopy) ?? 1) - 1
      if (left > 0) copies.set(thisCopy, left)
      else copies.delete(thisCopy)
    }
  }, [])
}

/** What a prop has to be, if it is given: one of these texts, or whatever a function takes; and how to say so. */
type Rule = readonly string[] | { fits: (value: unknown) => boolean; expected: string }

const rules: Readonly<Record<string, Rule>> = {
  subscriberId: {
    fits: (value) => typeof value === 'string',
    expected: 'a string, such as String(id), or undefined while no one is signed in',
  },
  // "page" is what <InboxPage> says by itself.
  layout: {
    fits: (value) => ['popover', 'drawer', 'page'].some((text) => text === value),
    expected: '"popover" or "drawer"',
  },
  theme: ['light', 'dark', 'system'],
  density: ['comfortable', 'compact'],
  seenWhen: ['visible', 'open', 'never'],
  timeZone: {
    fits: (value) => typeof value === 'string' && isTimeZone(value),
    expected: 'an IANA name such as "Europe/Berlin"',
  },
  groupBy: {
    fits: (value) => value === 'day' || value === 'none' || typeof value === 'function',
    expected: '"day", "none" or a function',
  },
  pageSize: {
    fits: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100,
    expected: 'a whole number from 1 to 100',
  },
}

const fits = (rule: Rule, value: unknown) => ('fits' in rule ? rule.fits(value) : rule.some((text) => text === value))

const expected = (rule: Rule) => ('fits' in rule ? rule.expected : rule.map((text) => `"${text}"`).join(' or '))

const shown = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

/** A prop's name in other letters, such as "subscriberID". */
const misspelt = (props: object, name: string) =>
  Object.keys(props).find((key) => key !== name && key.toLowerCase() === name.toLowerCase())

/**
 * Development: warns of props that are not taken as they were meant, which would otherwise show by nothing: JavaScript, and
 * values that come from elsewhere, get past the types.
 */
export const checkProps = (props: object): void => {
  for (const [name, value] of Object.entries(props)) {
    const rule = rules[name]
    if (rule && value !== undefined && value !== null && !fits(rule, value))
      warnOnce('TIDINGS_220', `${name}={${shown(value)}} is not valid. It must be ${expected(rule)}.`)
  }
  if ('subscriberId' in props) return
  const instead = misspelt(props, 'subscriberId')
  warnOnce(
    'TIDINGS_220',
    'the prop subscriberId is missing, so the inbox shows nothing. ' +
      (instead === undefined
        ? 'If no one is signed in, pass subscriberId={undefined}.'
        : `Rename the prop ${instead}.`),
  )
}
