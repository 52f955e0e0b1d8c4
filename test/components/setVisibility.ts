import { onTestFinished } from 'vitest'

/** Hides or shows the document, as switching browser tabs does, until the end of the test. */
export const setVisibility = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  document.dispatchEvent(new Event('visibilitychange'))
}
