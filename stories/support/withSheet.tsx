import type { Decorator } from '@storybook/react-vite'
import { useLayoutEffect } from 'react'

/** Adds a style sheet after all others while a story shows. */
export const withSheet =
  (css: string): Decorator =>
  (Story) => {
    useLayoutEffect(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      return () => {
        // The next story may already have added its own style sheet.
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      }
    }, [])
    return <Story />
  }
