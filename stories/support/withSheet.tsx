import type { Decorator } from '@storybook/react-vite'
import { useLayoutEffect } from 'react'

/** Puts a style sheet into the page, after all others, for as long as its story shows. */
export const withSheet =
  (css: string): Decorator =>
  (Story) => {
    useLayoutEffect(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
      return () => {
        // The next story may be there already, with a sheet of its own.
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      }
    }, [])
    return <Story />
  }
