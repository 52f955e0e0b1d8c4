import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { TidingsInboxElement } from '../../src/element/index.ts'
import type { TestService } from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'

/** jsdom reads style sheets, but makes none by script. @returns the class of those that the page, or a frame, makes from now on. */
export const stubStyleSheets = (view = document.defaultView) => {
  class Sheet {
    replaceSync() {}
  }
  Object.defineProperty(view, 'CSSStyleSheet', { configurable: true, value: Sheet })
  return Sheet
}

/** Puts markup into the page, as a plain page has it. Returns the element in it. */
export const showMarkup = async (service: TestService, markup: string): Promise<TidingsInboxElement> => {
  vi.stubGlobal('fetch', service.fetch)
  document.body.innerHTML = markup
  await pass(100)
  const element = document.querySelector('tidings-inbox')
  if (!element) throw new Error('The markup holds no <tidings-inbox>.')
  return element
}

/** Every element of its shadow root that answers to a selector. */
export const inside = (element: TidingsInboxElement, selector: string) => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]

export const click = async (element: TidingsInboxElement, selector: string) => {
  const [target] = inside(element, selector)
  if (!target) throw new Error(`There is no ${selector}.`)
  act(() => target.click())
  // What it opens may have to be loaded first.
  await act(() => vi.dynamicImportSettled())
  await pass(100)
}

export const openPanel = (element: TidingsInboxElement) => click(element, '.tidings-bell')
