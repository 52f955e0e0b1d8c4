import { useEffect } from 'react'
import { warnOnce } from '../../client/errors/warnOnce.ts'
import { isObject } from '../../contract/isObject.ts'
import { isTimeZone } from '../../schedule/timeZone.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import type { InboxProviderProps } from './inboxProviderProps.ts'

/** The key of the registry that all copies of the package share: the number of mounted providers of each copy. */
const registry = Symbol.for('tidings.copies')
/** Identifies this copy in the registry. */
const thisCopy = {}

const mountedCopies = (): Map<object, number> => {
  const page = globalThis as { [registry]?: Map<object, number> }
  return (page[registry] ??= new Map())
}

/** The names of the props with which the mounted providers of each inbox change its requests: "fetch headers". */
const mounted = new WeakMap<InboxStore, string[]>()

const requestProps = ({ client, fetch, headers, subscriberHash }: InboxProviderProps): string => {
  // A client replaces the others.
  const given = client ? { client } : { fetch, headers, subscriberHash }
  return Object.entries(given)
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : name))
    .join(' ')
}

/** The names that only one of two lists has: "headers, subscriberHash". */
const difference = (one: string, other: string): string => {
  const [some, others] = [one.split(' '), other.split(' ')]
  return [...some, ...others]
    .filter((name) => name !== '' && some.includes(name) !== others.includes(name))
    .sort()
    .join(', ')
}

/**
 * Development: warns if only one of two mounted providers of an inbox has a prop that changes its requests, such as an
 * `<InboxProvider headers={…}>` around an `<Inbox>`. Apps write these props inline, so their values can't be compared.
 */
const useRequestPropsCheck = (store: InboxStore, props: InboxProviderProps): void => {
  const names = requestProps(props)
  useEffect(() => {
    // Nothing is requested while no one is signed in.
    if (!store.scope.subscriberId) return undefined
    const all = mounted.get(store) ?? []
    mounted.set(store, all)
    const other = all.find((each) => each !== names)
    if (other !== undefined)
      warnOnce(
        'TIDINGS_222',
        `only one of two providers of an inbox has ${difference(names, other)}. Requests use the props of the ` +
          'provider that rendered last. ' +
          'Pass the same props to both, or use one provider.',
      )
    all.push(names)
    return () => void all.splice(all.indexOf(names), 1)
  }, [store, names])
}

/** Development: warns of providers that do not fit together: see TIDINGS_206 and TIDINGS_222. */
export const useProviderCheck = (store: InboxStore, props: InboxProviderProps): void => {
  useRequestPropsCheck(store, props)
  // Two copies of the package share nothing.
  useEffect(() => {
    const copies = mountedCopies()
    // The second copy warns.
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

/** `isAdmin && {…}` may leave out a tab. */
const isTab = (tab: unknown) =>
  !tab || (isObject(tab) && typeof tab.title === 'string' && (tab.filter === undefined || isObject(tab.filter)))

/** The valid values of a prop: one of these texts, or any value that fits, with a description for the message. */
type Rule = readonly string[] | { fits: (value: unknown) => boolean; expected: string }

const rules: Readonly<Record<string, Rule>> = {
  subscriberId: {
    fits: (value) => typeof value === 'string',
    expected: 'a string, such as String(id), or undefined while no one is signed in',
  },
  // <InboxPage> sets "page" itself, so the message does not offer it.
  layout: {
    fits: (value) => ['popover', 'drawer', 'page'].some((text) => text === value),
    expected: '"popover" or "drawer"',
  },
  theme: ['light', 'dark', 'system'],
  density: ['comfortable', 'compact'],
  seenWhen: ['visible', 'open', 'never'],
  preferences: ['edit', 'read', 'none'],
  timeZone: {
    fits: (value) => typeof value === 'string' && isTimeZone(value),
    expected: 'an IANA name such as "Europe/Berlin"',
  },
  persist: {
    fits: (value) => value === false || (typeof value === 'object' && value !== null && 'connect' in value),
    expected: 'the result of persistInbox() or persistInbox(storage), which tidings/persist exports, or false',
  },
  labels: { fits: isObject, expected: 'an object of labels' },
  kinds: { fits: isObject, expected: 'an object with a component for each workflow' },
  tabs: {
    fits: (value) => Array.isArray(value) && value.every(isTab),
    expected: 'a list of objects with a title and a filter. Others are left out',
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

const quote = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

/** Finds a prop whose name differs only in upper and lower case, such as "subscriberID". */
const findMisspelled = (props: object, name: string) =>
  Object.keys(props).find((key) => key !== name && key.toLowerCase() === name.toLowerCase())

/**
 * Development: warns of invalid props. The types miss them in JavaScript and in values from outside, and the inbox
 * would use the default without notice.
 */
export const checkProps = (props: object): void => {
  for (const [name, value] of Object.entries(props)) {
    const rule = rules[name]
    if (rule && value !== undefined && value !== null && !fits(rule, value))
      warnOnce('TIDINGS_220', `${name}={${quote(value)}} is not valid. It must be ${expected(rule)}.`)
  }
  if ('subscriberId' in props) return
  const misspelled = findMisspelled(props, 'subscriberId')
  warnOnce(
    'TIDINGS_220',
    'the prop subscriberId is missing, so the inbox shows nothing. ' +
      (misspelled === undefined
        ? 'If no one is signed in, pass subscriberId={undefined}.'
        : `Rename the prop ${misspelled}.`),
  )
}
