import type { Decorator } from '@storybook/react-vite'
import { useLayoutEffect } from 'react'
import layered from '../../src/styles/styles.layered.css?inline'

/** Marks the app's style sheet, for `hostSheet`. */
const mark = 'data-host-sheet'

/** The app's style sheet in the document. */
export const hostSheet = (): CSSStyleSheet => {
  const sheet = document.querySelector<HTMLStyleElement>(`style[${mark}]`)?.sheet
  if (!sheet) throw new Error('There is no style sheet of a host in the page.')
  return sheet
}

const addStyle = (css: string, place: 'prepend' | 'append') => {
  const style = document.createElement('style')
  style.textContent = css
  document.head[place](style)
  return style
}

/** The style sheets of tidings that all stories share. */
const sharedSheets = () =>
  [...document.styleSheets].filter((sheet) =>
    [...sheet.cssRules].some((rule) => rule instanceof CSSStyleRule && rule.selectorText.includes('.tidings-bell')),
  )

/**
 * Adds the style sheet of an app while a story shows.
 * @param place before or after tidings/styles.css, or before tidings/styles.layered.css, which then replaces it.
 */
export const withHostSheet =
  (css: string, place: 'before' | 'after' | 'layered'): Decorator =>
  (Story) => {
    useLayoutEffect(() => {
      const shared = place === 'layered' ? sharedSheets() : []
      for (const sheet of shared) sheet.disabled = true
      const added = place === 'layered' ? [addStyle(layered, 'prepend')] : []
      const host = addStyle(css, place === 'after' ? 'append' : 'prepend')
      host.setAttribute(mark, '')
      return () => {
        for (const style of [host, ...added]) style.remove()
        for (const sheet of shared) sheet.disabled = false
      }
    }, [])
    return <Story />
  }
