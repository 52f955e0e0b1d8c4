import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, waitFor } from 'storybook/test'
import { InboxPage } from '../../src/components/inbox/InboxPage.tsx'
import { createTestService } from '../../src/testing/index.ts'
import { contrast as contrastOf } from '../support/contrast.ts'
import { morning } from '../support/fixtures.ts'
import { withSheet } from '../support/withSheet.tsx'
import { ThemeEditor } from './ThemeEditor.tsx'
import contrast from '../../src/styles/themes/contrast.css?inline'
import paper from '../../src/styles/themes/paper.css?inline'

const service = createTestService({ notifications: morning().map((item) => ({ ...item, seen: true })) })

const meta = {
  title: 'Theming',
  component: InboxPage,
  tags: ['!autodocs'],
  args: { subscriberId: 'ada', baseUrl: '/api/inbox', fetch: service.fetch, onAction: fn() },
  render: (args) => (
    <div className="page">
      <header className="page-header">
        <strong>Acme</strong>
      </header>
      <main>
        <InboxPage {...args} />
      </main>
    </div>
  ),
  parameters: { docs: { story: { inline: false, height: '40rem' } } },
} satisfies Meta<typeof InboxPage>
export default meta
type Story = StoryObj<typeof meta>

/** Change the seven base variables, see the result, and copy the style sheet. */
export const LiveVariables: Story = {
  render: (args) => <ThemeEditor {...args} />,
  parameters: { docs: { story: { height: '48rem' } } },
  globals: { theme: 'light' },
  play: async ({ canvas, userEvent }) => {
    const accept = await canvas.findByRole('button', { name: 'Accept' })
    await fireEvent.input(canvas.getByLabelText(/^Accent/), { target: { value: '#7a3e9d' } })
    await waitFor(() => expect(getComputedStyle(accept).backgroundColor).toBe('rgb(122, 62, 157)'))
    const sheet = canvas.getByRole('region', { name: 'Style sheet' })
    await expect(sheet).toHaveTextContent('--tidings-accent: light-dark(#7a3e9d, #8f99fa);')

    const radius = canvas.getByRole('slider', { name: /^Radius/ })
    await fireEvent.input(radius, { target: { value: '0' } })
    await expect(sheet).toHaveTextContent('--tidings-radius: 0rem;')
    await waitFor(() => expect(getComputedStyle(accept).borderRadius).toBe('0px'))

    await userEvent.click(canvas.getByRole('radio', { name: 'Dark' }))
    await waitFor(() => expect(getComputedStyle(accept).backgroundColor).toBe('rgb(143, 153, 250)'))
    await userEvent.click(canvas.getByRole('radio', { name: 'Light' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Start again' }))
    await expect(sheet).toHaveTextContent('--tidings-accent: light-dark(#4c58d0, #8f99fa);')
  },
}

const background = (element: HTMLElement) => getComputedStyle(element).backgroundColor

/** The attribute around the inbox, or its prop: the nearest wins. */
export const DarkByAttribute: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await expect(background(canvas.getByRole('region'))).toBe('rgb(27, 28, 33)')
  },
}

export const LightInADarkPage: Story = {
  args: { theme: 'light' },
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await expect(background(canvas.getByRole('region'))).toBe('rgb(255, 255, 255)')
  },
}

export const Compact: Story = {
  args: { density: 'compact' },
  play: async ({ canvas }) => {
    await canvas.findAllByRole('article')
    await expect(getComputedStyle(document.querySelector('.tidings-item-row')!).paddingBlockStart).toBe('4px')
  },
}

export const Paper: Story = { decorators: [withSheet(paper)] }

export const Contrast: Story = { decorators: [withSheet(contrast)] }

export const ContrastDark: Story = {
  decorators: [withSheet(contrast)],
  globals: { theme: 'dark' },
  play: async ({ canvas, canvasElement }) => {
    await canvas.findAllByRole('article')
    const icon = canvasElement.querySelector('.tidings-avatar[data-kind="icon"]:not([data-tone])')
    if (!icon) throw new Error('No row has an icon.')
    await expect(contrastOf(getComputedStyle(icon).backgroundColor, 'black')).toBeGreaterThan(1.2)
  },
}

/** With the browser's own look, and still working. */
export const Unstyled: Story = {
  args: { unstyled: true },
  play: async ({ canvas, userEvent }) => {
    const [row] = await canvas.findAllByRole('article')
    await expect(row && getComputedStyle(row).display).toBe('block')
    const accept = await canvas.findByRole('button', { name: 'Accept' })
    // The browser's default button, above the link that covers the row.
    await expect(getComputedStyle(accept).borderStyle).toBe('outset')
    await userEvent.click(accept)
    await expect(await canvas.findByText('You joined Atlas')).toBeVisible()
    // Texts for screen readers stay hidden.
    const [hidden] = canvas.getAllByText('Unread', { selector: '.tidings-unread' })
    await expect(hidden?.getBoundingClientRect().width).toBe(8)
  },
}
