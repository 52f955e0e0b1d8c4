import { fireEvent, render, screen } from '@testing-library/react'
import { lazy, useState, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  defineKinds,
  Feed,
  type InboxNotification,
  type KindProps,
  NotificationBody,
  NotificationTitle,
} from '../../../src/index.ts'
import { createTestService, makeNotification } from '../../../src/testing/index.ts'
import { showInbox } from '../../regressions/showInbox.tsx'

interface Comment {
  author: string
}
const CommentItem = ({ notification }: KindProps<Comment>) => (
  <NotificationTitle>{notification.payload.author} commented</NotificationTitle>
)
const comment = (number: number, fields: Partial<InboxNotification> = {}) =>
  makeNotification(number, { payload: { author: `Ada ${number}` }, ...fields })
const other = makeNotification(1, { templateIdentifier: 'export-ready' })
const titles = () => screen.getAllByRole('article').map((row) => row.querySelector('.tidings-item-title')?.textContent)
const Broken = (): ReactNode => {
  throw new Error('broken')
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

describe('kinds', () => {
  const kinds = defineKinds<{ 'comment-added': Comment }>({ 'comment-added': CommentItem })

  it('select the content of a row by its workflow', () => {
    render(<Feed notifications={[comment(2), other]} kinds={kinds} onMark={() => {}} />)
    expect(titles()).toEqual(['Ada 2 commented', 'Notification 1'])
    expect(screen.getByRole('article', { name: 'Unread Ada 2 commented' }).getAttribute('aria-posinset')).toBe('1')
  })

  it.each(['constructor', '__proto__', 'toString', null, undefined])(
    'have no renderer for the workflow %j',
    (templateIdentifier) => {
      render(<Feed notifications={[makeNotification(1, { templateIdentifier })]} kinds={kinds} />)
      expect(titles()).toEqual(['Notification 1'])
    },
  )

  it('work in <Inbox>, whose onError gets their errors', async () => {
    const onError = vi.fn()
    const service = createTestService({ notifications: [comment(2), other] })
    const inbox = showInbox(service, { kinds: { 'comment-added': CommentItem, 'export-ready': Broken }, onError })
    await inbox.open()
    expect(titles()).toEqual(['Ada 2 commented', 'Notification 1'])
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'broken' }))
  })

  it.each([
    ['a string', 'hello'],
    ['an element', <p key="x">hello</p>],
    ['a kind with a schema that defineKinds has not seen', { schema: z.object({}), component: CommentItem }],
  ])('that are %s instead of a component show the default content and report an error', async (_name, kind) => {
    const onError = vi.fn<(error: Error) => void>()
    const inbox = showInbox(createTestService({ notifications: [comment(2), other] }), {
      // Possible in JavaScript.
      kinds: { 'comment-added': CommentItem, 'export-ready': kind as never },
      onError,
    })
    await inbox.open()
    expect(titles()).toEqual(['Ada 2 commented', 'Notification 1'])
    expect(onError.mock.calls).toEqual([
      [
        expect.objectContaining({
          code: 'TIDINGS_220',
          message: expect.stringContaining('the renderer of "export-ready" is not a component'),
        }),
      ],
    ])
  })

  it('may contain the default content', () => {
    const Framed = () => (
      <>
        <NotificationBody />
        <p>From the archive</p>
      </>
    )
    render(<Feed notifications={[other]} kinds={{ 'export-ready': Framed }} />)
    expect(titles()).toEqual(['Notification 1'])
    expect(screen.getByText('From the archive')).toBeTruthy()
  })

  it('render only the row that is marked', () => {
    const rendered: string[] = []
    const Counted = ({ notification }: KindProps<Comment>) => {
      rendered.push(notification._id)
      return <CommentItem notification={notification} />
    }
    const list = Array.from({ length: 20 }, (_, number) => comment(number))
    // New handlers and a new object on each render, as in most apps.
    const feed = (notifications: InboxNotification[]) => (
      <Feed
        notifications={notifications}
        kinds={{ 'comment-added': Counted }}
        onMark={() => {}}
        onKindError={() => {}}
      />
    )
    const { rerender } = render(feed(list))
    rendered.length = 0
    rerender(feed(list.with(7, comment(7, { read: true }))))
    expect(rendered).toEqual(['n7'])
    expect(document.querySelector('[data-id="n7"]')?.hasAttribute('data-unread')).toBe(false)
  })

  it('that throw show the default content, also on a later throw', () => {
    const onKindError = vi.fn()
    const Late = () => {
      const [hasFailed, setHasFailed] = useState(false)
      return hasFailed ? <Broken /> : <button onClick={() => setHasFailed(true)}>Fine</button>
    }
    render(
      <Feed notifications={[comment(2), other]} kinds={{ 'export-ready': Late, ...kinds }} onKindError={onKindError} />,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Fine' }))
    expect(titles()).toEqual(['Ada 2 commented', 'Notification 1'])
    expect(onKindError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'broken' }), other)
  })

  it('that throw on a server show the default content', () => {
    const html = renderToString(<Feed notifications={[other]} kinds={{ 'export-ready': Broken }} />)
    expect(html).toContain('Notification 1')
  })

  it('show the default content until they are loaded', async () => {
    const Lazy = lazy(async () => ({ default: CommentItem }))
    render(<Feed notifications={[comment(2)]} kinds={{ 'comment-added': Lazy }} />)
    expect(titles()).toEqual(['Notification 2'])
    expect(await screen.findByText('Ada 2 commented')).toBeTruthy()
  })

  describe('with a schema', () => {
    const schema = z.object({
      author: z.pipe(
        z.string(),
        z.transform((name: string) => name.toUpperCase()),
      ),
    })
    const checked = defineKinds<{ 'comment-added': Comment }>({ 'comment-added': { schema, component: CommentItem } })

    it('get the output of the schema', () => {
      render(<Feed notifications={[comment(2)]} kinds={checked} />)
      expect(titles()).toEqual(['ADA 2 commented'])
    })

    it.each([{ author: 7 }, {}, undefined])(
      'show the default content for a payload of %j, with one error',
      (payload) => {
        const onKindError = vi.fn()
        const wrong = comment(2, { payload })
        const feed = <Feed notifications={[wrong]} kinds={checked} onKindError={onKindError} />
        const { rerender } = render(feed)
        rerender(feed)
        expect(titles()).toEqual(['Notification 2'])
        expect(onKindError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'TIDINGS_211' }), wrong)
        expect(onKindError.mock.lastCall?.[0].message).toMatch(
          /notification n2 \("comment-added"\) does not match the schema/,
        )
      },
    )

    it('reject an asynchronous one', () => {
      const onKindError = vi.fn()
      const later = {
        '~standard': { version: 1 as const, validate: () => Promise.resolve({ value: { author: 'Ada' } }) },
      }
      const kindsLater = defineKinds<{ 'comment-added': Comment }>({
        'comment-added': { schema: later, component: CommentItem },
      })
      render(<Feed notifications={[comment(2)]} kinds={kindsLater} onKindError={onKindError} />)
      expect(titles()).toEqual(['Notification 2'])
      expect(onKindError.mock.lastCall?.[0].message).toContain('without asynchronous checks')
    })
  })
})
