import { checkInbox } from './checkInbox.ts'
import type { ExampleContext } from './Example.ts'

/** Checks the inbox of a reader with a server session. Without a session, the inbox route responds with 401. */
const checkSignIn = async (context: ExampleContext, signIn: () => Promise<void>): Promise<void> => {
  const { url, person, watched } = context
  const feed = `${url}api/inbox/v1/subscribers/${person}/notifications/feed`
  const { status } = await fetch(feed)
  if (status !== 401) throw new Error(`Without a session, the inbox responds with ${status} instead of 401.`)
  await watched.page.goto(url)
  await signIn()
  await watched.page.getByRole('button', { name: /^Notifications/ }).waitFor()
  await checkInbox(context)
}

/** A session of express-session. */
export const checkSession = (context: ExampleContext): Promise<void> =>
  checkSignIn(context, () => context.watched.page.getByRole('button', { name: 'Sign in' }).click())

/** A user of Passport. */
export const checkPassport = (context: ExampleContext): Promise<void> =>
  checkSignIn(context, async () => {
    const { page } = context.watched
    await page.getByLabel('Name').fill(context.person)
    await page.getByLabel('Password').fill('secret')
    await page.getByRole('button', { name: 'Sign in' }).click()
  })
