import { afterAll, beforeAll } from 'vitest'

const stay = (event: Event) => event.preventDefault()

/** For all tests of a file: prevents navigation by links, for which jsdom would log errors. */
export const stayOnPage = () => {
  beforeAll(() => document.addEventListener('click', stay))
  afterAll(() => document.removeEventListener('click', stay))
}
