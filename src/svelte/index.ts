import type { Component, Snippet } from 'svelte'
import type { HTMLAttributes } from 'svelte/elements'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { InboxListener } from '../element/events.ts'
import type { TidingsInboxPageProperties, TidingsInboxProperties } from '../element/settings.ts'
import inbox from './Inbox.svelte'
import inboxPage from './InboxPage.svelte'

/** The listeners and snippets of `<InboxPage>`. Each listener gets the event of the element. */
interface PageOwnProps {
  /** A notification was opened. `preventDefault()` stops its link, so that your router can navigate. */
  onopen?: InboxListener<'tidings-open'> | undefined
  /**
   * A button of a notification was clicked. With this listener it is a button, without it is a link. Pass your work to
   * `event.detail.waitFor`.
   */
  onaction?: InboxListener<'tidings-action'> | undefined
  /**
   * The user enabled or disabled a channel. With this listener your app saves it, without it the service does. Pass
   * your work to `event.detail.waitFor`.
   */
  onpreferencechange?: InboxListener<'tidings-preference-change'> | undefined
  /**
   * The user changed the delivery hours. With this listener your app saves them, without it the service does. Pass
   * your work to `event.detail.waitFor`.
   */
  onschedulechange?: InboxListener<'tidings-schedule-change'> | undefined
  /** An error occurred, also one of the snippet `item`. */
  onerror?: InboxListener<'tidings-error'> | undefined
  /**
   * Renders a row, in place of the avatar, the title, the text and the buttons. If it renders nothing, as by `{#if}`,
   * the row shows its default content. If it throws, the same, and `onerror` is called.
   */
  item?:
    | Snippet<
        [
          {
            /** Notification of the row, with every mark applied. */
            notification: InboxNotification
          },
        ]
      >
    | undefined
  /** Renders below the list. */
  footer?: Snippet | undefined
}

/** The listeners and snippets that only `<Inbox>` has. */
interface OwnProps extends PageOwnProps {
  /** The user opens or closes the panel. `preventDefault()` leaves it as it is. */
  onopenchange?: InboxListener<'tidings-open-change'> | undefined
  /** Replaces the icon and the badge of the bell. */
  bell?: Snippet | undefined
}

/** Attributes of the element, such as `class`. */
type Attributes = Omit<HTMLAttributes<HTMLElement>, keyof TidingsInboxProperties | keyof OwnProps | 'children'>

/** The props of `<Inbox>`: the properties of the element, its listeners and its snippets. `open` can be bound. */
export interface InboxProps extends Attributes, TidingsInboxProperties, OwnProps {}

/** The props of `<InboxPage>`: the properties of the element, its listeners and its snippets. */
export interface InboxPageProps extends Attributes, TidingsInboxPageProperties, PageOwnProps {}

/** The methods of both components, for `bind:this`. */
export interface InboxMethods {
  /** Fetches what may have changed, for an app with its own socket. Resolves after the fetch, also if it failed. */
  refresh: () => Promise<void>
}

/**
 * The bell and its panel: `<tidings-inbox>` as a component. Servers render only its tag, and browsers load its code
 * when it is mounted. It needs no React. Attributes such as `class` and `id` are set on the element.
 */
export const Inbox: Component<InboxProps, InboxMethods, 'open'> = inbox as never

/**
 * The inbox as part of a page, without a bell: `<tidings-inbox-page>` as a component. It is as high as its container,
 * and its list scrolls.
 */
export const InboxPage: Component<InboxPageProps, InboxMethods, ''> = inboxPage as never

export type { RenderRow, TidingsInboxPageProperties, TidingsInboxProperties } from '../element/settings.ts'
export type { InboxListener, TidingsInboxEventMap } from '../element/events.ts'
