import { afterAll, beforeAll } from 'vitest'

const stay = (event: Event) => event.preventDefault()

/** For the tests of a file: links are not followed. jsdom follows none, and says so for each. */
export const stayOnPage = () => {
  beforeAll(() => document.addEventListener('click', stay))
  afterAll(() => document.removeEventListener('click', stay))
}
