import type { TestService } from '../../src/testing/index.ts'
import type { Listener } from './Listener.ts'

/** What page/main.tsx provides to journeys. */
interface Provided {
  service: TestService
  arrive: () => void
}

type Operation = Parameters<TestService['fail']>[0]

const arrive = (listener: Listener) =>
  listener.happens('a notification arrives', (page) =>
    page.evaluate(() => (globalThis as unknown as Provided).arrive()),
  )

/** Makes the next request of an operation fail. */
const failNext = (listener: Listener, operation: Operation) =>
  listener.page.evaluate((name) => (globalThis as unknown as Provided).service.fail(name, { status: 503 }), operation)

/** Opens the panel, and writes nothing down. */
const openPanel = (listener: Listener) => listener.skip('Tab', 'Return')

/**
 * The journeys by their titles. Each starts in a page that has just loaded. The keys are those that reach a page while
 * Orca keeps letters and arrows for itself ("browse mode"), apart from the journey that names another mode.
 */
export const journeys: Record<string, (listener: Listener) => Promise<void>> = {
  'Open the panel and close it': (listener) => listener.press('Tab', 'Return', 'Tab', 'Escape'),

  'Walk through the rows': async (listener) => {
    await openPanel(listener)
    await listener.press('Page_Down', 'Page_Down', 'Page_Down', 'Page_Down', 'Page_Up', 'Page_Up', 'Tab')
  },

  'Mark a notification': async (listener) => {
    await openPanel(listener)
    await listener.press('Page_Down', 'Page_Down', 'Tab', 'Tab', 'Return', 'shift+Tab', 'shift+Tab')
  },

  'Mark all, and undo it': async (listener) => {
    await openPanel(listener)
    await listener.press('Tab', 'Return', 'Tab', 'Tab', 'Tab', 'Tab', 'Return')
  },

  'Accept an invitation': async (listener) => {
    await openPanel(listener)
    await listener.press('Page_Down', 'Tab', 'Tab', 'Tab', 'Return')
  },

  'A notification arrives while the panel is closed': (listener) => arrive(listener),

  'A notification arrives while the panel is open': async (listener) => {
    await openPanel(listener)
    await arrive(listener)
    await listener.press('Page_Down')
  },

  'Change a preference': async (listener) => {
    await openPanel(listener)
    await listener.skip('Tab', 'Tab')
    await listener.press('Tab', 'Return', 'Tab', 'Tab', 'Tab', 'space', 'Tab', 'Tab', 'Escape')
  },

  'Archive a notification, and undo it': async (listener) => {
    await openPanel(listener)
    await listener.skip('Page_Down', 'Page_Down', 'Tab', 'Tab')
    await listener.press('Tab', 'Return', 'Insert+a Insert+a', 'z')
  },

  'Snooze a notification from its menu': async (listener) => {
    await openPanel(listener)
    await listener.skip('Page_Down', 'Page_Down', 'Tab', 'Tab', 'Tab')
    await listener.press('Tab', 'Return', 'Down', 'Return')
  },

  'Delete a notification from its menu': async (listener) => {
    await openPanel(listener)
    await listener.skip('Page_Down', 'Page_Down', 'Tab', 'Tab', 'Tab', 'Tab', 'Return')
    await listener.press('Up', 'Return')
  },

  'Look at the archive': async (listener) => {
    await openPanel(listener)
    await listener.skip('Tab', 'Tab')
    await listener.press('Return', 'Down', 'Return', 'Page_Down')
  },

  'Use the keys of the inbox in focus mode, and its help': async (listener) => {
    await openPanel(listener)
    await listener.press('Insert+a Insert+a', 'j', 'j', 'k', 'u', 'shift+U', 'question', 'Tab', 'Escape')
  },

  // Not a preference that fails: its switch goes off and on, and Orca may say one or both.
  'A change fails': async (listener) => {
    await openPanel(listener)
    await failNext(listener, 'markAll')
    await listener.press('Tab', 'Return')
  },

  'The list fails to load': async (listener) => {
    await listener.load({ fails: 'getFeed' })
    // Without pressing "Try again": the focus moves to the list and back to the button, and Orca may say one or both.
    await listener.press('Tab', 'Return', 'Tab', 'Tab', 'Tab', 'Tab')
  },
}
