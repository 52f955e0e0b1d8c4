import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { useLayoutEffect } from 'react'
import { expect, fn } from 'storybook/test'
import { InboxPage, type InboxPageProps } from '../src/components/InboxPage.tsx'
import contrast from '../src/styles/themes/contrast.css?inline'
import paper from '../src/styles/themes/paper.css?inline'
import { createTestService } from '../src/testing/index.ts'
import { morning } from './fixtures.ts'

/** The seven base variables: change them under "Controls". */
interface Variables {
  accent: string
  onAccent: string
  danger: string
  background: string
  foreground: string
  radius: string
  spacing: string
}

interface SubjectProps extends Pick<InboxPageProps, 'theme' | 'density' | 'unstyled'>, Partial<Variables> {}

const variableNames: Record<keyof Variables, string> = {
  accent: '--tidings-accent',
  onAccent: '--tidings-on-accent',
  danger: '--tidings-danger',
  background: '--tidings-background',
  foreground: '--tidings-foreground',
  radius: '--tidings-radius',
  spacing: '--tidings-spacing',
}

const service = createTestService({ notifications: morning().map((item) => ({ ...item, seen: true })) })

const Subject = ({ theme, density, unstyled, ...variables }: SubjectProps) => (
  <div
    className="page"
    style={Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [variableNames[name as keyof Variables], value]),
    )}
  >
    <header className="page-header">
      <strong>Acme</strong>
    </header>
    <main>
      <InboxPage
        subscriberId="ada"
        baseUrl="/api/inbox"
        fetch={service.fetch}
        onAction={fn()}
        theme={theme}
        density={density}
        unstyled={unstyled}
      />
    </main>
  </div>
)

/** Puts a theme's sheet into the page for as long as its story shows. */
const withSheet =
  (css: string): Decorator =>
  (Story) => {
    useLayoutEffect(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      const before = document.adoptedStyleSheets
      document.adoptedStyleSheets = [...before, sheet]
      return () => {
        document.adoptedStyleSheets = before
      }
    }, [])
    return <Story />
  }

const meta = {
  title: 'Theming',
  component: Subject,
  parameters: { docs: { story: { inline: false, height: '40rem' } } },
} satisfies Meta<typeof Subject>
export default meta
type Story = StoryObj<typeof meta>

const colour = { control: 'color' } as const

/** Change the seven base variables, and see what follows from them. */
export const LiveVariables: Story = {
  args: {
    accent: '#7a3e9d',
    onAccent: '#ffffff',
    danger: '#b3261e',
    background: '#fffdff',
    foreground: '#241a2b',
    radius: '0.75rem',
    spacing: '0.25rem',
  },
  argTypes: { accent: colour, onAccent: colour, danger: colour, background: colour, foreground: colour },
  globals: { theme: 'light' },
  play: async ({ canvas }) => {
    const accept = await canvas.findByRole('button', { name: 'Accept' })
    await expect(getComputedStyle(accept).backgroundColor).toBe('rgb(122, 62, 157)')
  },
}

const background = (element: HTMLElement) => getComputedStyle(element).backgroundColor

/** The attribute around it, the prop of the inbox: the nearest wins. */
export const DarkByAttribute: Story = {
  globals: { theme: 'dark' },
  play: async ({ canvas }) => {
    await expect(background(canvas.getByRole('region'))).toBe('rgb(24, 25, 29)')
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
    await expect(getComputedStyle(document.querySelector('.tidings-item-row')!).paddingBlockStart).toBe('8px')
  },
}

export const Paper: Story = { decorators: [withSheet(paper)] }

export const PaperDark: Story = { decorators: [withSheet(paper)], globals: { theme: 'dark' } }

export const Contrast: Story = { decorators: [withSheet(contrast)] }

export const ContrastDark: Story = { decorators: [withSheet(contrast)], globals: { theme: 'dark' } }

/** As the browser draws it, and still working. */
export const Unstyled: Story = {
  args: { unstyled: true },
  play: async ({ canvas, userEvent }) => {
    const [row] = await canvas.findAllByRole('article')
    await expect(row && getComputedStyle(row).display).toBe('block')
    const accept = await canvas.findByRole('button', { name: 'Accept' })
    // The browser's own button, above the link that covers the row.
    await expect(getComputedStyle(accept).borderStyle).toBe('outset')
    await userEvent.click(accept)
    await expect(await canvas.findByText('You joined Atlas')).toBeVisible()
    // Texts for screen readers alone stay so.
    const [hidden] = canvas.getAllByText('Unread', { selector: '.tidings-visually-hidden' })
    await expect(hidden?.getBoundingClientRect().width).toBe(1)
  },
}
