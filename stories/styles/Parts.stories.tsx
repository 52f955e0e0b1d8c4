import type { Meta, StoryObj } from '@storybook/react-vite'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { expect, fn, waitFor, within } from 'storybook/test'
import * as z from 'zod'
import {
  Avatar,
  Bell,
  CtaButtons,
  defineKinds,
  ErrorState,
  InboxFeed,
  InboxProvider,
  type InboxProviderProps,
  type KindProps,
  MarkButton,
  NotificationItem,
  NotificationMain,
  NotificationSide,
  NotificationText,
  NotificationTitle,
  PanelHeader,
  RelativeTime,
  useMarkAll,
  useNotification,
  useUnseenCount,
} from '../../src/index.ts'
import { createTestService, makeNotification } from '../../src/testing/index.ts'
import { ago, morning } from '../support/fixtures.ts'
import { Frame } from '../support/Frame.tsx'
import '../support/parts.css'

type InboxOf = Pick<InboxProviderProps, 'onError'> & { notifications: ReturnType<typeof morning> }

/** An inbox with a service in memory, for an app that composes its content. */
const Provided = ({ notifications, onError, children }: InboxOf & { children: ReactNode }) => {
  const service = useMemo(() => createTestService({ notifications }), [notifications])
  return (
    <InboxProvider
      subscriberId="ada"
      baseUrl="/api/inbox"
      fetch={service.fetch}
      retry={false}
      {...(onError && { onError })}
    >
      {children}
    </InboxProvider>
  )
}

const meta = {
  title: 'Parts',
  component: Provided,
  args: { notifications: morning(), onError: fn(), children: null },
  parameters: { docs: { story: { inline: false, height: '44rem' } } },
} satisfies Meta<typeof Provided>
export default meta
type Story = StoryObj<typeof meta>

/** A custom bell, popover and header around the list. */
const OwnInbox = () => {
  const [isOpen, setIsOpen] = useState(false)
  const popover = useRef<HTMLDivElement>(null)
  const { count } = useUnseenCount()
  const { mutate: markAll } = useMarkAll()
  return (
    <header className="page-header">
      <strong>Acme</strong>
      <Bell
        count={count ?? null}
        open={isOpen}
        panelId="own-popover"
        onClick={() => popover.current?.togglePopover()}
        render={(props, state) => (
          // The text of the button is its name.
          <button {...props} className={`${props.className} own-bell`} aria-label={undefined}>
            {state.open && 'Close'}
            {!state.open && (state.new ? `What is new (${count})` : 'What is new')}
          </button>
        )}
      />
      <div
        ref={popover}
        id="own-popover"
        popover="auto"
        role="dialog"
        aria-label="What is new"
        className="own-popover"
        onToggle={(event) => setIsOpen(event.newState === 'open')}
      >
        {isOpen && (
          <>
            <PanelHeader title="What is new" onMarkAllAsRead={() => markAll({ markAs: 'read' })} />
            <InboxFeed groupBy="none" />
          </>
        )}
      </div>
    </header>
  )
}

/** A custom bell, popover and header, with the list of tidings. */
export const ComposeYourOwn: Story = {
  render: (args) => (
    <Provided {...args}>
      <OwnInbox />
    </Provided>
  ),
  play: async ({ canvas, userEvent }) => {
    const bell = await canvas.findByRole('button', { name: 'What is new (2)' })
    await userEvent.click(bell)
    const dialog = await canvas.findByRole('dialog', { name: 'What is new' })
    await expect((await within(dialog).findAllByRole('article')).length).toBeGreaterThan(3)
    await expect(bell).toHaveAttribute('aria-expanded', 'true')
    await expect(bell).toHaveAttribute('data-open')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(within(dialog).queryAllByText('Unread')).toHaveLength(0))
  },
}

/** The list alone, inside an InboxProvider. */
export const BareList: Story = {
  render: (args) => (
    <Provided {...args}>
      <Frame>
        <InboxFeed aria-describedby="about" data-place="sidebar" className="own-list" />
      </Frame>
    </Provided>
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const [first] = await canvas.findAllByRole('article')
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Mark as read' }))
    await waitFor(() => expect(first).not.toHaveAttribute('data-unread'))
    await expect(canvasElement.querySelector('.tidings-feed.own-list')).toHaveAttribute('data-place', 'sidebar')
  },
}

const [first = makeNotification(1)] = morning()
const onMark = fn()

/** The project of a notification: a custom part. */
const Project = () => {
  const { payload } = useNotification()
  return <p className="own-note">Atlas, number {String(payload?.number)}</p>
}

/** The parts of a row in another order, with a custom one among them. */
export const RearrangeARow: Story = {
  render: () => (
    <Frame>
      <div role="feed" aria-label="Notifications">
        <NotificationItem notification={first} onMark={onMark}>
          <MarkButton />
          <NotificationMain>
            <Project />
            <NotificationTitle />
            <NotificationText />
            <RelativeTime />
          </NotificationMain>
          <Avatar />
        </NotificationItem>
      </div>
    </Frame>
  ),
  play: async ({ canvas, userEvent }) => {
    const row = canvas.getByRole('article', { name: 'Unread Mara Lind mentioned you' })
    await userEvent.tab()
    await expect(row).toHaveFocus()
    await userEvent.tab()
    await expect(within(row).getByRole('button', { name: 'Mark as read' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(onMark).toHaveBeenLastCalledWith(first, 'read')
    await expect(within(row).getByText('Atlas, number 9')).toBeVisible()
  },
}

/** Replaces the elements of parts with an element, or a function that gets the part's state. The parts still work. */
export const Replaced: Story = {
  render: function Replacements() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <Frame padded>
        <Bell count={3} open={isOpen} onClick={() => setIsOpen(!isOpen)} render={<div />} />
        <ErrorState
          message="The inbox could not be reached."
          onRetry={() => setIsOpen(true)}
          render={(props) => <section {...props} aria-label="What went wrong" />}
        />
      </Frame>
    )
  },
  play: async ({ canvas, userEvent }) => {
    const bell = canvas.getByRole('button', { name: 'Notifications, 3 new' })
    await expect(bell.tagName).toBe('DIV')
    await userEvent.tab()
    await expect(bell).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(bell).toHaveAttribute('data-open')
    await userEvent.keyboard(' ')
    await expect(bell).not.toHaveAttribute('data-open')
    await userEvent.click(within(canvas.getByRole('region', { name: 'What went wrong' })).getByRole('button'))
    await expect(bell).toHaveAttribute('data-open')
  },
}

interface Comment {
  author: string
  post: string
}
const uptime = z.object({ percent: z.number(), days: z.array(z.boolean()) })

const CommentItem = ({ notification: { payload } }: KindProps<Comment>) => (
  <>
    <Avatar />
    <NotificationMain>
      <NotificationTitle>
        {payload.author} on “{payload.post}”
      </NotificationTitle>
      <NotificationText render={<blockquote className="own-quote" />} />
      <CtaButtons />
    </NotificationMain>
    <NotificationSide />
  </>
)

const UptimeItem = ({ notification: { payload } }: KindProps<z.output<typeof uptime>>) => (
  <>
    <Avatar />
    <NotificationMain>
      <NotificationTitle>{payload.percent} % uptime this week</NotificationTitle>
      <p
        className="own-days"
        role="img"
        aria-label={`${payload.days.filter(Boolean).length} of ${payload.days.length} days without an incident`}
      >
        {payload.days.map((good, day) => (
          <span key={day} className="own-day" data-good={good ? '' : undefined} />
        ))}
      </p>
    </NotificationMain>
    <NotificationSide />
  </>
)

const Broken = (): ReactNode => {
  throw new Error('This renderer is broken.')
}

const kinds = defineKinds<{
  'comment-added': Comment
  uptime: z.output<typeof uptime>
  invoice: { total: number }
}>({
  'comment-added': CommentItem,
  uptime: { schema: uptime, component: UptimeItem },
  invoice: Broken,
})

const ofKinds = [
  makeNotification(5, {
    createdAt: ago(60_000),
    seen: true,
    actor: { type: 'user', data: 'Mara Lind' },
    subject: 'New comment',
    content: 'The copy feels a bit stiff.',
    payload: { author: 'Mara Lind', post: 'Empty states' },
  }),
  makeNotification(4, {
    createdAt: ago(120_000),
    read: true,
    seen: true,
    templateIdentifier: 'uptime',
    actor: { type: 'system_icon', data: 'up' },
    subject: 'Uptime',
    content: '99.98 % this week',
    payload: { percent: 99.98, days: [true, true, true, false, true, true, true] },
  }),
  makeNotification(3, {
    createdAt: ago(180_000),
    read: true,
    seen: true,
    templateIdentifier: 'uptime',
    subject: 'Uptime, from an older server',
    content: 'Its payload does not match the schema.',
    payload: { percent: 'most' },
  }),
  makeNotification(2, {
    createdAt: ago(240_000),
    read: true,
    seen: true,
    templateIdentifier: 'invoice',
    subject: 'Invoice 2041',
    content: 'Its renderer throws.',
  }),
  makeNotification(1, {
    createdAt: ago(300_000),
    read: true,
    seen: true,
    templateIdentifier: 'other',
    subject: 'Any other',
  }),
]

/** Renderers by workflow. A payload that does not match, and a renderer that throws, show the default content. */
export const Kinds: Story = {
  args: { notifications: ofKinds },
  render: (args) => (
    <Provided {...args}>
      <Frame>
        <InboxFeed kinds={kinds} />
      </Frame>
    </Provided>
  ),
  play: async ({ canvas, args }) => {
    const names = (await canvas.findAllByRole('article')).map((row) => within(row).getByRole('link').textContent)
    await expect(names).toEqual([
      'Mara Lind on “Empty states”',
      '99.98 % uptime this week',
      'Uptime, from an older server',
      'Invoice 2041',
      'Any other',
    ])
    await expect(canvas.getByRole('article', { name: 'Unread Mara Lind on “Empty states”' })).toBeVisible()
    await expect(canvas.getByRole('img', { name: '6 of 7 days without an incident' })).toBeVisible()
    await waitFor(() => expect(args.onError).toHaveBeenCalledTimes(2))
  },
}
