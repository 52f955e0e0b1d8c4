import {
  type AllowedComponentProps,
  camelize,
  Comment,
  type ComponentCustomProps,
  defineComponent,
  Fragment,
  h,
  nextTick,
  onActivated,
  onErrorCaptured,
  onMounted,
  onUpdated,
  shallowReactive,
  shallowRef,
  Teleport,
  toHandlerKey,
  type VNode,
  type VNodeProps,
} from 'vue'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import type { InboxListener } from '../element/events.ts'
import {
  type RenderRow,
  settingNames,
  type TidingsInboxPageProperties,
  type TidingsInboxProperties,
} from '../element/settings.ts'
import { type EventName, eventNames, keepRowFocus, wrapElement, type WrappedElement } from '../element/wrapElement.ts'

/** The listeners of `<InboxPage>`: `@action` in a template is `onAction`. Each gets the event of the element. */
export interface InboxPageListeners {
  /** A notification was opened. `preventDefault()` stops its link, so that your router can navigate. */
  onOpen?: InboxListener<'tidings-open'> | undefined
  /**
   * A button of a notification was clicked. With this listener it is a button, without it is a link. Pass your work to
   * `event.detail.waitFor`.
   */
  onAction?: InboxListener<'tidings-action'> | undefined
  /**
   * The user enabled or disabled a channel. With this listener your app saves it, without it the service does. Pass
   * your work to `event.detail.waitFor`.
   */
  onPreferenceChange?: InboxListener<'tidings-preference-change'> | undefined
  /**
   * The user changed the delivery hours. With this listener your app saves them, without it the service does. Pass
   * your work to `event.detail.waitFor`.
   */
  onScheduleChange?: InboxListener<'tidings-schedule-change'> | undefined
  /** An error occurred, also one of the slot `item`. */
  onError?: InboxListener<'tidings-error'> | undefined
}

/** The listeners of `<Inbox>`. */
export interface InboxListeners extends InboxPageListeners {
  /** The user opens or closes the panel. `preventDefault()` leaves it as it is. */
  onOpenChange?: InboxListener<'tidings-open-change'> | undefined
  /** The panel was opened or closed. For `v-model:open`. */
  'onUpdate:open'?: ((open: boolean) => unknown) | undefined
}

/** The props of `<Inbox>`: the properties of the element, and its listeners. */
export interface InboxProps extends TidingsInboxProperties, InboxListeners {}

/** The props of `<InboxPage>`: the properties of the element, and its listeners. */
export interface InboxPageProps extends TidingsInboxPageProperties, InboxPageListeners {}

/** The slots of `<InboxPage>`. */
export interface InboxPageSlots {
  /** Renders below the list. */
  footer?: () => VNode[]
  /**
   * Renders a row, in place of the avatar, the title, the text and the buttons. If it renders nothing, as by `v-if`,
   * the row shows its default content. If it throws, the same, and `error` is emitted.
   */
  item?: (props: {
    /** Notification of the row, with every mark applied. */
    notification: InboxNotification
  }) => VNode[]
}

/** The slots of `<Inbox>`. */
export interface InboxSlots extends InboxPageSlots {
  /** Replaces the icon and the badge of the bell. */
  bell?: () => VNode[]
}

/** The methods of both components, for a template ref. */
export interface InboxMethods {
  /** Fetches what may have changed, for an app with its own socket. Resolves after the fetch, also if it failed. */
  refresh: () => Promise<void>
}

/** A component as Vue's own tools read its types. */
interface Component<Props, Slots> {
  new (): InboxMethods & {
    $props: AllowedComponentProps & ComponentCustomProps & VNodeProps & Props
    $slots: Slots
  }
}

/** The type of `Inbox`. `InstanceType<InboxComponent>` is that of its template ref. */
export interface InboxComponent extends Component<InboxProps, InboxSlots> {}

/** The type of `InboxPage`. `InstanceType<InboxPageComponent>` is that of its template ref. */
export interface InboxPageComponent extends Component<InboxPageProps, InboxPageSlots> {}

/** A row on screen. */
interface Row {
  notification: InboxNotification
  fail: (error?: unknown) => void
  /** A row that failed, or that the slot left to the element, is rendered anew for its next notification. */
  hasFailed: boolean
  /** For Vue. */
  key: number
}

const listenerOf = (name: EventName | 'update:open') => toHandlerKey(camelize(name))

/**
 * Neither absent booleans nor absent listeners get a default of Vue. Listeners are props, because a component with
 * `emits` does not update when a listener is added or removed.
 */
const propNames = [...settingNames, ...[...eventNames, 'update:open' as const].map(listenerOf)]

/** The texts of Vue for an error in a listener, in development and in production: the row is still rendered. */
const isFromListener = (info: string) => /event handler$|#runtime-[56]$/.test(info)

/** Passes errors that occur in a row to the element, which then shows the row's default content. */
const RowBoundary = defineComponent({
  name: 'InboxRow',
  props: { row: { type: Object as () => Row, required: true } },
  setup: ({ row }, { slots }) => {
    onErrorCaptured((error, _instance, info) => {
      if (isFromListener(info)) return
      row.hasFailed = true
      row.fail(error)
      return false
    })
    return () => slots['default']?.()
  },
})

const isEmpty = (nodes: readonly VNode[]): boolean =>
  nodes.every(({ type, children }) => type === Comment || (type === Fragment && isEmpty(children as VNode[])))

/**
 * Calls the slot in a component of its own: a boundary does not capture the errors of its own render. A slot that
 * renders nothing leaves the row to the element.
 */
const RowContent = ({ row }: { row: Row }, { slots }: { slots: Readonly<InboxPageSlots> }) => {
  const content = slots.item?.({ notification: row.notification }) ?? []
  if (isEmpty(content)) {
    row.hasFailed = true
    row.fail()
  }
  return content
}
RowContent.props = ['row']

const defineInbox = (name: string, tag: 'tidings-inbox' | 'tidings-inbox-page'): unknown =>
  defineComponent({
    name,
    props: Object.fromEntries(propNames.map((prop) => [prop, null])),
    setup: (props: Record<string, unknown>, { slots, emit, expose }) => {
      const host = shallowRef<HTMLElement>()
      const rows = shallowReactive(new Map<HTMLElement, Row>())
      let key = 0
      let wrapped: WrappedElement | undefined

      const renderItem: RenderRow = (container, notification, fail) => {
        const row = rows.get(container)
        if (row && !row.hasFailed) Object.assign(row, { notification, fail })
        else rows.set(container, shallowReactive({ notification, fail, hasFailed: false, key: (key += 1) }))
        void keepRowFocus(container, nextTick())
        return () => void rows.delete(container)
      }

      /** The panel of a component without `v-model:open` opens by itself. */
      let open = props['open']
      let givenOpen = open
      const update = () => {
        if (props['open'] !== givenOpen || props[listenerOf('update:open')]) open = givenOpen = props['open']
        wrapped?.update(
          { ...props, open: open as boolean | undefined, ...(slots['item'] && { renderItem }) },
          (event) => Boolean(props[listenerOf(event)]),
        )
      }
      onMounted(() => {
        if (!host.value) return
        wrapped = wrapElement(host.value, {
          onEvent: emit,
          onOpenChange: (isOpen) => {
            open = isOpen
            emit('update:open', isOpen)
            // An app that does not accept the change keeps its panel as it is.
            void nextTick(update)
          },
        })
        update()
      })
      onUpdated(update)
      // The panel was closed while <KeepAlive> had removed the element.
      onActivated(update)
      expose({ refresh: () => wrapped?.refresh() ?? Promise.resolve() } satisfies InboxMethods)

      return () =>
        h(
          tag,
          { ref: host },
          [
            slots['bell'] && h('span', { key: 'bell', slot: 'bell' }, slots['bell']()),
            slots['footer'] && h('div', { key: 'footer', slot: 'footer' }, slots['footer']()),
            ...(slots['item'] ? [...rows] : []).map(([container, row]) =>
              h(Teleport, { key: row.key, to: container }, [
                h(RowBoundary, { row }, { default: () => h(RowContent, { row }, { item: slots['item'] }) }),
              ]),
            ),
          ].filter((child) => child !== undefined),
        )
    },
  })

/**
 * The bell and its panel: `<tidings-inbox>` as a component. Servers render only its tag, and browsers load its code
 * when it is mounted. It needs no React. Attributes such as `class` and `id` are set on the element.
 */
export const Inbox = defineInbox('Inbox', 'tidings-inbox') as InboxComponent

/**
 * The inbox as part of a page, without a bell: `<tidings-inbox-page>` as a component. It is as high as its container,
 * and its list scrolls.
 */
export const InboxPage = defineInbox('InboxPage', 'tidings-inbox-page') as InboxPageComponent

export type { RenderRow, TidingsInboxPageProperties, TidingsInboxProperties } from '../element/settings.ts'
export type { InboxListener, TidingsInboxEventMap } from '../element/events.ts'
