import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { ContentProvider } from '../../src/components/content/ContentProvider.tsx'
import { Feed } from '../../src/components/feed/Feed.tsx'
import { parseRichText } from '../../src/content/parseRichText.ts'
import { sanitizeHtml } from '../../src/html/index.ts'
import { makeNotification } from '../../src/testing/makeNotification.ts'
import { ago } from '../support/fixtures.ts'
import { Frame } from '../support/Frame.tsx'

const rich =
  '**Ren** moved *Crash when importing a calendar* to **Done**.\nNotes: https://example.com/notes/4.12 and [the pull request](/pulls/918).'
const html =
  '<p><strong>Ren</strong> closed <em>Crash when importing a calendar</em>:</p><blockquote>Fixed in <code>4.12</code>, see <a href="/pulls/918">the pull request</a>.</blockquote><ul><li>imports are a queue now</li><li>errors name their line</li></ul>'

const notifications = (content: string) => [
  makeNotification(1, {
    subject: 'Ren Takeda closed an issue',
    content,
    createdAt: ago(60_000),
    cta: { data: { url: '#418' } },
  }),
  makeNotification(2, {
    subject: null,
    content,
    read: true,
    createdAt: ago(3_600_000),
    cta: { data: { url: '#419' } },
  }),
]

const meta = {
  title: 'Components/Content',
  component: ContentProvider,
  args: { children: <Feed notifications={notifications(rich)} onMark={() => {}} /> },
  decorators: [(Story) => <Frame>{Story()}</Frame>],
} satisfies Meta<typeof ContentProvider>
export default meta
type Story = StoryObj<typeof meta>

/** Unchanged: format marks and URLs are text. */
export const Text: Story = {}

export const Rich: Story = {
  args: { content: parseRichText },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('link', { name: 'the pull request' })[0]).toHaveAttribute('href', '/pulls/918')
  },
}

export const Html: Story = {
  args: { content: { html: sanitizeHtml }, children: <Feed notifications={notifications(html)} onMark={() => {}} /> },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByText('errors name their line')[0]?.localName).toBe('li'))
    // The sanitizer leaves no class on it.
    const [link] = canvas.getAllByRole('link', { name: 'the pull request' })
    const colorOf = (element: Element | undefined) => element && getComputedStyle(element).color
    const browsers = document.body.appendChild(Object.assign(document.createElement('a'), { href: '/pulls/918' }))
    await expect(colorOf(link)).not.toBe(colorOf(browsers))
    browsers.remove()
  },
}
