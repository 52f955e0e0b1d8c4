import type { ContentFormat } from '../components/content/ContentProvider.tsx'
import type { GroupBy } from '../components/feed/groupNotifications.ts'
import type { InboxProps } from '../components/inbox/Inbox.tsx'
import type { InboxLanguage } from '../components/language/labels.ts'

/** What `<tidings-inbox>` takes as properties. `undefined` and `null` stand for the default, as with `<Inbox>`. */
export interface TidingsInboxProperties {
  /** Whose inbox it is. None: nobody is signed in. */
  subscriberId?: InboxProps['subscriberId']
  /** Where your server serves `tidings/proxy`. Default "/api/inbox". */
  baseUrl?: string | undefined
  subscriberHash?: InboxProps['subscriberHash'] | undefined
  layout?: InboxProps['layout']
  theme?: InboxProps['theme']
  density?: InboxProps['density']
  unstyled?: InboxProps['unstyled']
  /** BCP 47. Default: that of `language`, else the reader's own. */
  locale?: InboxProps['locale']
  timeZone?: InboxProps['timeZone']
  /** Milliseconds between two polls. Default 30,000. */
  pollInterval?: InboxProps['pollInterval'] | undefined
  pageSize?: InboxProps['pageSize']
  /** How long an attempt may take, in milliseconds. Default 10,000. */
  timeout?: InboxProps['timeout'] | undefined
  /** How the content of notifications is read: "text" (default), "rich", or `{ html: sanitizer }`. */
  content?: ContentFormat | undefined
  seenWhen?: InboxProps['seenWhen']
  /** Headings in the list: "day" (default), "none", or a function to the title of a group. */
  groupBy?: GroupBy | undefined
  persist?: InboxProps['persist'] | undefined
  shortcuts?: InboxProps['shortcuts'] | undefined
  /**
   * What the page does when the reader asks for it, by names in one text: "action", "preference-change", "schedule-change".
   * Without it buttons are links, and preferences can only be read. A listener that is added to the element itself after its
   * script has run says the same; one that was there before, or stands further up, can't be known of.
   */
  handles?: string | undefined
  /** Texts and locale: one of `tidings/languages/*`. */
  language?: InboxLanguage | undefined
  /** Texts to replace. */
  labels?: InboxProps['labels']
  headers?: InboxProps['headers'] | undefined
  fetch?: InboxProps['fetch'] | undefined
  retry?: InboxProps['retry'] | undefined
  client?: InboxProps['client'] | undefined
  /** TanStack Query's cache to use. Default: one of the element's own. */
  queryClient?: InboxProps['queryClient'] | undefined
  groupOf?: InboxProps['groupOf']
}

export type SettingName = keyof TidingsInboxProperties

/** How one setting is written in HTML. */
interface Setting<Value> {
  attribute: string
  /** Reads it from a text. Undefined: the text says nothing, and the default holds. */
  read: (text: string) => Value | undefined
}

const text = (value: string): string => value
const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice | undefined =>
    choices.find((choice) => choice === value)
const amount = (value: string): number | undefined => (Number(value) > 0 ? Number(value) : undefined)
/** An attribute that is there says yes, whatever it holds, but for the "false" that templates write. */
const flag = (value: string): boolean => value !== 'false'

/** Every property, and its attribute where it has one: functions and objects have none. */
export const settings: { readonly [Name in SettingName]-?: Setting<TidingsInboxProperties[Name]> | undefined } = {
  subscriberId: { attribute: 'subscriber-id', read: text },
  baseUrl: { attribute: 'base-url', read: text },
  subscriberHash: { attribute: 'subscriber-hash', read: text },
  layout: { attribute: 'layout', read: oneOf('popover', 'drawer') },
  theme: { attribute: 'theme', read: oneOf('light', 'dark', 'system') },
  density: { attribute: 'density', read: oneOf('comfortable', 'compact') },
  unstyled: { attribute: 'unstyled', read: flag },
  locale: { attribute: 'locale', read: text },
  timeZone: { attribute: 'time-zone', read: text },
  pollInterval: { attribute: 'poll-interval', read: amount },
  pageSize: { attribute: 'page-size', read: amount },
  timeout: { attribute: 'timeout', read: amount },
  content: { attribute: 'content', read: oneOf('text', 'rich') },
  seenWhen: { attribute: 'seen-when', read: oneOf('visible', 'open', 'never') },
  groupBy: { attribute: 'group-by', read: oneOf('day', 'none') },
  persist: { attribute: 'persist', read: flag },
  shortcuts: { attribute: 'shortcuts', read: flag },
  handles: { attribute: 'handles', read: text },
  language: undefined,
  labels: undefined,
  headers: undefined,
  fetch: undefined,
  retry: undefined,
  client: undefined,
  queryClient: undefined,
  groupOf: undefined,
}

export const settingNames = Object.keys(settings) as SettingName[]

/** Which property each attribute sets. */
export const propertyOf: ReadonlyMap<string, SettingName> = new Map(
  settingNames.flatMap((name) => (settings[name] ? [[settings[name].attribute, name] as const] : [])),
)

/**
 * What a setting is set to. A text is read as its attribute would be: frameworks that see a property set it to whatever the
 * template says, such as "" or "5000". Null, an empty text and 0 are their ways of "none".
 */
export const readSetting = (name: SettingName, value: unknown): unknown => {
  if (value === null || value === 0) return undefined
  const setting = settings[name]
  if (typeof value !== 'string' || !setting) return value
  return setting.read(value) === '' ? undefined : setting.read(value)
}
