import { computed, createApp, createCommentVNode, defineComponent, h, ref, shallowReactive } from 'vue'
import { Inbox, InboxPage, type InboxProps } from '../../../src/vue/index.ts'
import { initialSwitches, post, switchNames } from './wrapperSwitches.ts'

/** A component of the app within a row. Its state shows whether the row is kept. */
const Row = defineComponent({
  props: { text: { type: String, required: true }, isRead: Boolean, isBroken: Boolean },
  setup: (props) => {
    const clicks = ref(0)
    return () => {
      if (props.isBroken) throw new Error('broken row')
      return h('p', { class: 'own-row' }, [
        `${props.text} is ${props.isRead ? 'read' : 'unread'}`,
        props.isRead ? null : h('button', { onClick: () => (clicks.value += 1) }, `Clicks: ${clicks.value}`),
      ])
    }
  },
})

const switches = shallowReactive({ ...initialSwitches })
const log = ref<string[]>([])
const inbox = ref<InstanceType<typeof Inbox>>()
const write = (text: string) => void log.value.push(text)

const listeners = computed((): InboxProps => ({
  onOpen: (event) => {
    event.preventDefault()
    write(`opened ${event.detail.notification._id}`)
  },
  onOpenChange: (event) => {
    write(`will be ${event.detail.open ? 'open' : 'closed'}`)
    if (switches.vetoes) event.preventDefault()
  },
  'onUpdate:open': (open) => (switches.open = open),
  ...(switches.acts && {
    onAction: ({ detail }) => {
      write(`acts on ${detail.button.content}`)
      detail.waitFor(post())
    },
  }),
  onError: ({ detail }) => write(`error: ${detail.error.message}`),
}))

const slots = () => ({
  ...(switches.rows && {
    // A comment, as of `v-if`.
    item: ({ notification: { _id, read } }: { notification: { _id: string; read: boolean } }) => [
      switches.unreadOnly && read
        ? createCommentVNode('v-if')
        : h(Row, { text: switches.word + _id, isRead: read, isBroken: switches.broken }),
    ],
  }),
  footer: () => [h('a', { href: '#all' }, 'All notifications')],
})

createApp(() => [
  ...switchNames.map((name) =>
    h('label', { key: name }, [
      h('input', { type: 'checkbox', checked: switches[name], onChange: () => (switches[name] = !switches[name]) }),
      name,
    ]),
  ),
  h('button', { onClick: () => (switches.word = 'Note ') }, 'Rename'),
  h('button', { onClick: () => inbox.value?.refresh().then(() => write('refreshed')) }, 'Refresh'),
  h('output', log.value.join('\n')),
  switches.shown &&
    (switches.page
      ? h('div', { style: 'height: 20rem' }, [h(InboxPage, { subscriberId: 'maya', ...listeners.value }, slots())])
      : h(
          Inbox,
          {
            ref: inbox,
            subscriberId: 'maya',
            class: 'own-inbox',
            open: switches.open,
            density: switches.compact ? 'compact' : undefined,
            ...listeners.value,
          },
          { ...slots(), bell: () => 'News' },
        )),
]).mount('#root')
