import { act } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { TidingsInboxElement, TidingsInboxPageElement } from '../../src/element/index.ts'
import type { TestService } from '../../src/testing/index.ts'
import { pass } from '../setup/pass.ts'

/**
 * Installs a CSSStyleSheet that scripts can create, in this window or a frame, since jsdom has none. Returns its class.
 */
export const stubStyleSheets = (view = document.defaultView) => {
  class Sheet {
    replaceSync() {}
  }
  Object.defineProperty(view, 'CSSStyleSheet', { configurable: true, value: Sheet })
  return Sheet
}

/** Gives each test of a file an empty document, style sheets and a clock that stands still. */
export const setUpDocument = () => {
  beforeEach(() => {
    vi.useFakeTimers()
    stubStyleSheets()
  })
  afterEach(async () => {
    document.body.innerHTML = ''
    await pass(0)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

/** Adds markup to the document. Returns its <tidings-inbox>. */
export const showMarkup = async (service: TestService, markup: string): Promise<TidingsInboxElement> => {
  vi.stubGlobal('fetch', service.fetch)
  document.body.innerHTML = markup
  await pass(100)
  const element = document.querySelector('tidings-inbox')
  if (!element) throw new Error('The markup holds no <tidings-inbox>.')
  return element
}

/** The elements of its shadow root that match a selector. */
export const inside = (element: TidingsInboxElement | TidingsInboxPageElement, selector: string) => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
]

export const click = async (element: TidingsInboxElement, selector: string) => {
  const [target] = inside(element, selector)
  if (!target) throw new Error(`There is no ${selector}.`)
  act(() => target.click())
  // The panel's code may have to load first.
  await act(() => vi.dynamicImportSettled())
  await pass(100)
}

export const openPanel = (element: TidingsInboxElement) => click(element, '.tidings-bell')
