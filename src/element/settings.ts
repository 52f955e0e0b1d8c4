import type { ContentFormat } from '../components/content/ContentProvider.tsx'
import type { GroupBy } from '../components/feed/groupNotifications.ts'
import type { InboxProps } from '../components/inbox/Inbox.tsx'
import type { InboxLanguage } from '../components/language/labels.ts'

/** The properties of `<tidings-inbox>`. `undefined` and `null` select the default, as in `<Inbox>`. */
export interface TidingsInboxProperties {
  /** Subscriber whose inbox is shown. Omit it if no one is signed in. */
  subscriberId?: InboxProps['subscriberId']
  /** URL or path of your `tidings/proxy`. Default "/api/inbox". */
  baseUrl?: string | undefined
  subscriberHash?: InboxProps['subscriberHash'] | undefined
  layout?: InboxProps['layout']
  theme?: InboxProps['theme']
  density?: InboxProps['density']
  unstyled?: InboxProps['unstyled']
  /** BCP 47 locale: "en-GB". Default: that of `language`, or else the browser's. */
  locale?: InboxProps['locale']
  timeZone?: InboxProps['timeZone']
  /** Time between two polls, in milliseconds. Default 30,000. */
  pollInterval?: InboxProps['pollInterval'] | undefined
  /**
   * Opens a stream of hints, so that a notification shows within a second: `live="false"` disables it. Default true.
   */
  live?: InboxProps['live']
  pageSize?: InboxProps['pageSize']
  prefetch?: InboxProps['prefetch']
  /** Maximum duration of one attempt of a request, in milliseconds. Default 10,000. */
  timeout?: InboxProps['timeout'] | undefined
  /** Format of the notifications' content: "text" (default), "rich", or `{ html: sanitizer }`. */
  content?: ContentFormat | undefined
  seenWhen?: InboxProps['seenWhen']
  /** Headings in the feed: "day" (default), "none", or a function that returns the title of a notification's group. */
  groupBy?: GroupBy | undefined
  persist?: InboxProps['persist'] | undefined
  shortcuts?: InboxProps['shortcuts'] | undefined
  /**
   * Events that the page handles, separated by spaces: "action preference-change schedule-change". Without it, buttons
   * are links and preferences are read-only. A listener that is added to the element after its script has run has the
   * same effect. The element can't detect listeners that were added earlier, or to an ancestor.
   */
  handles?: string | undefined
  /** Language: the texts and locale of one of `tidings/languages/*`. */
  language?: InboxLanguage | undefined
  /** Texts that replace those of the language. */
  labels?: InboxProps['labels']
  headers?: InboxProps['headers'] | undefined
  fetch?: InboxProps['fetch'] | undefined
  retry?: InboxProps['retry'] | undefined
  client?: InboxProps['client'] | undefined
  /** QueryClient of TanStack Query. Default: a new one per element. */
  queryClient?: InboxProps['queryClient'] | undefined
  groupOf?: InboxProps['groupOf']
}

/** The name of a property. */
export type SettingName = keyof TidingsInboxProperties

/** The attribute of a property. */
interface Setting<Value> {
  attribute: string
  /** Parses the attribute's text. Undefined: the text is invalid, and the default applies. */
  read: (text: string) => Value | undefined
}

const text = (value: string): string => value
const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice | undefined =>
    choices.find((choice) => choice === value)
const amount = (value: string): number | undefined => (Number(value) > 0 ? Number(value) : undefined)
/** An attribute that is present means true, whatever its text is, except the "false" that templates write. */
const flag = (value: string): boolean => value !== 'false'

/** Each property, with its attribute. Functions and objects have none. */
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
  live: { attribute: 'live', read: flag },
  pageSize: { attribute: 'page-size', read: amount },
  prefetch: { attribute: 'prefetch', read: oneOf('idle', 'hover', 'none') },
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

/** The property of each attribute. */
export const propertyOf: ReadonlyMap<string, SettingName> = new Map(
  settingNames.flatMap((name) => (settings[name] ? [[settings[name].attribute, name] as const] : [])),
)

/**
 * Converts the value that a property is set to. A string is parsed like the attribute: frameworks set an existing
 * property to the template's text, such as "" or "5000". They use null, an empty string and 0 for "none".
 */
export const readSetting = (name: SettingName, value: unknown): unknown => {
  if (value === null || value === 0) return undefined
  const setting = settings[name]
  if (typeof value !== 'string' || !setting) return value
  return setting.read(value) === '' ? undefined : setting.read(value)
}
