import type { ContentFormat } from '../components/content/ContentProvider.tsx'
import type { GroupBy } from '../components/feed/groupNotifications.ts'
import type { InboxProps } from '../components/inbox/Inbox.tsx'
import type { InboxTab } from '../components/inbox/inboxPanelProps.ts'
import type { InboxLanguage } from '../components/language/labels.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { InboxStorage } from '../state/persistence/inboxStorage.ts'

/**
 * Fills the container of a row. Called when the row appears, and again with the same container when its notification
 * changes: replace what it contains.
 * @param container an empty `<div>` that is a child of the element, so that your style sheets apply to it.
 * @param notification the notification, with every mark applied.
 * @param fail call it with an error that occurs later, as in the component of a framework. An error that the function
 * throws has the same effect: the element dispatches `tidings-error`, and the row shows its default content. Without an
 * error, the row only shows its default content.
 * @returns nothing, or a function that is called when the row leaves the list. Only that of the last call is. `false`:
 * the row shows its default content, as for a notification with buttons.
 */
export type RenderRow = (
  container: HTMLElement,
  notification: InboxNotification,
  fail: (error?: unknown) => void,
  // oxlint-disable-next-line typescript/no-invalid-void-type -- as in React's effects: the function may return nothing
) => void | false | (() => void)

/** The properties of `<tidings-inbox>`. `undefined` and `null` select the default, as in `<Inbox>`. */
export interface TidingsInboxProperties {
  /** Subscriber whose inbox is shown. Omit it if no one is signed in. */
  subscriberId?: InboxProps['subscriberId']
  /** URL or path of your `tidings/proxy`. Default "/api/inbox". */
  baseUrl?: string | undefined
  subscriberHash?: InboxProps['subscriberHash'] | undefined
  layout?: InboxProps['layout']
  placement?: InboxProps['placement']
  /** Whether the panel is open. The element updates it, and dispatches `tidings-open-change` before. Default false. */
  open?: boolean | undefined
  theme?: InboxProps['theme']
  density?: InboxProps['density']
  unstyled?: InboxProps['unstyled']
  /** BCP 47 locale: "en-GB". Default: that of `language`, or else as in `<Inbox>`. */
  locale?: InboxProps['locale']
  timeZone?: InboxProps['timeZone']
  /** Time between two polls, in milliseconds. Default 30,000. */
  pollInterval?: InboxProps['pollInterval'] | undefined
  /**
   * Opens a stream of hints, so that a notification shows within a second: `live="false"` disables it. Default true.
   */
  live?: InboxProps['live']
  /**
   * Whether notifications can be archived, snoozed and deleted. Default: as the service offers it, through
   * `tidings/proxy`. `triage="false"` removes the controls.
   */
  triage?: InboxProps['triage']
  pageSize?: InboxProps['pageSize']
  prefetch?: InboxProps['prefetch']
  /** Maximum duration of one attempt of a request, in milliseconds. Default 10,000. */
  timeout?: InboxProps['timeout'] | undefined
  /** Format of the notifications' content: "text" (default), `parseRichText`, or `{ html: sanitizer }`. */
  content?: ContentFormat | undefined
  seenWhen?: InboxProps['seenWhen']
  preferences?: InboxProps['preferences']
  /** Tabs above the list. With one or none, no tab shows. Default: all, and unread. */
  tabs?: readonly InboxTab[] | undefined
  /** Headings in the feed: "day" (default), "none", or a function that returns the title of a notification's group. */
  groupBy?: GroupBy | undefined
  /**
   * Persists the inbox between visits: `true` uses localStorage, an object is the storage to use, such as
   * `sessionStorage` or IndexedDB. Removing it removes the stored inbox. Default false.
   */
  persist?: boolean | InboxStorage | Storage | undefined
  shortcuts?: InboxProps['shortcuts'] | undefined
  /**
   * Events that the page handles, separated by spaces: "action preference-change schedule-change". Without it, buttons
   * are links and the service saves preferences. A listener that is added to the element after its script has run has
   * the same effect. The element can't detect listeners that were added earlier, or to an ancestor.
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
  /** Returns the choices of the snooze menu, given the time and the user's time zone. */
  snoozePresets?: InboxProps['snoozePresets']
  navigate?: InboxProps['navigate']
  resolveHref?: InboxProps['resolveHref']
  /**
   * Fills a container in each row, in place of the avatar, the title, the text and the buttons. Default: the row's own
   * content.
   */
  renderItem?: RenderRow | undefined
}

/** The properties of `<tidings-inbox-page>`: those of `<tidings-inbox>` without its bell and its panel. */
export type TidingsInboxPageProperties = Omit<TidingsInboxProperties, 'layout' | 'placement' | 'open' | 'prefetch'>

export type SettingName = keyof TidingsInboxProperties

/** Parses the text of an attribute. Undefined: the text is invalid, and the default applies. */
type Read<Value> = (text: string) => Value | undefined

const text = (value: string): string => value
const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice | undefined =>
    choices.find((choice) => choice === value)
const amount = (value: string): number | undefined => (Number(value) > 0 ? Number(value) : undefined)
/** An attribute that is present means true, whatever its text is, except the "false" that templates write. */
const flag = (value: string): boolean => value !== 'false'

/** How the attribute of each property is read. Functions and objects have none. */
export const settings: { readonly [Name in SettingName]-?: Read<TidingsInboxProperties[Name]> | undefined } = {
  subscriberId: text,
  baseUrl: text,
  subscriberHash: text,
  layout: oneOf('popover', 'drawer'),
  placement: text as Read<InboxProps['placement']>,
  open: flag,
  theme: oneOf('light', 'dark', 'system'),
  density: oneOf('comfortable', 'compact'),
  unstyled: flag,
  locale: text,
  timeZone: text,
  pollInterval: amount,
  live: flag,
  triage: flag,
  pageSize: amount,
  prefetch: oneOf('idle', 'hover', 'none'),
  timeout: amount,
  seenWhen: oneOf('visible', 'open', 'never'),
  groupBy: oneOf('day', 'none'),
  persist: flag,
  shortcuts: flag,
  handles: text,
  preferences: text as Read<InboxProps['preferences']>,
  language: undefined,
  labels: undefined,
  headers: undefined,
  fetch: undefined,
  retry: undefined,
  client: undefined,
  content: undefined,
  queryClient: undefined,
  groupOf: undefined,
  snoozePresets: undefined,
  navigate: undefined,
  resolveHref: undefined,
  tabs: undefined,
  renderItem: undefined,
}

export const settingNames = Object.keys(settings) as SettingName[]

/** The attribute of a property: "base-url" for baseUrl. */
export const attributeOf = (name: SettingName): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const propertyOf: ReadonlyMap<string, SettingName> = new Map(
  settingNames.filter((name) => settings[name]).map((name) => [attributeOf(name), name]),
)

/**
 * Converts the value that a property is set to. A string is parsed like the attribute: frameworks set an existing
 * property to the template's text, such as "" or "5000". They use null, an empty string and 0 for "none".
 */
export const readSetting = (name: SettingName, value: unknown): unknown => {
  if (value === null || value === 0) return undefined
  const read = settings[name]
  if (typeof value !== 'string' || !read) return value
  return read(value) === '' ? undefined : read(value)
}
