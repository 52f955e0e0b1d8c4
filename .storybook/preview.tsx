import type { Preview } from '@storybook/react-vite'
import { useLayoutEffect } from 'react'
import { configure } from 'storybook/test'
import '@fontsource-variable/inter'
import { Announcer } from '../src/components/feedback/Announcer.tsx'
import '../src/styles/styles.css'
import { settle } from './settle.ts'
import './preview.css'

// A limit for what never comes. Lazy parts take time in a development server and on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

// A page of docs plays the stories in its frames, and would scroll to what they focus.
if (parent !== window && new URLSearchParams(parent.location.search).get('viewMode') === 'docs') {
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function (options) {
    focus.call(this, { ...options, preventScroll: true })
  }
}

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    layout: 'fullscreen',
    a11y: { test: 'error', config: { rules: [{ id: 'target-size', enabled: true }] } },
    controls: { expanded: true },
    docs: { codePanel: true },
    options: {
      storySort: {
        order: [
          'Introduction',
          'Theming',
          'Inbox',
          ['Bell and panel', 'States', 'Page', 'Languages', 'Keyboard'],
          'Components',
          [
            'Bell',
            'Badge',
            'Panel',
            'Panel, placed',
            'Header',
            'Tabs',
            'Feed',
            'Feed, in groups',
            'Feed, long',
            'Notification',
          ],
        ],
      },
    },
    viewport: {
      options: {
        phone: { name: 'Phone', styles: { width: '320px', height: '640px' }, type: 'mobile' },
        narrow: { name: 'Narrow window', styles: { width: '560px', height: '800px' }, type: 'tablet' },
        zoomed: { name: '1280 × 800 at 400%', styles: { width: '320px', height: '200px' }, type: 'desktop' },
      },
    },
  },
  globalTypes: {
    theme: {
      description: 'Light, dark, or system',
      toolbar: { icon: 'mirror', items: ['system', 'light', 'dark'], dynamicTitle: true },
    },
    direction: {
      description: 'Text direction',
      toolbar: { icon: 'paragraph', items: ['ltr', 'rtl'], dynamicTitle: true },
    },
  },
  beforeAll: async () => {
    // Fonts are loaded before the first story, so that its text doesn't change size.
    await document.fonts.load('1rem "Inter Variable"')
  },
  // Runs before axe checks the story, because this hook precedes those of addons.
  afterEach: settle,
  initialGlobals: { theme: 'system', direction: 'ltr' },
  decorators: [
    function Surroundings(Story, { globals }) {
      const theme = String(globals.theme)
      const direction = String(globals.direction)
      useLayoutEffect(() => {
        const root = document.documentElement
        root.dir = direction
        if (theme === 'system') root.removeAttribute('data-tidings-theme')
        else root.dataset.tidingsTheme = theme
      }, [theme, direction])
      return (
        <Announcer>
          <Story />
        </Announcer>
      )
    },
  ],
}

export default preview
