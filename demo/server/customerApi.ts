import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import * as z from 'zod/mini'
import type { ServiceClient } from '../../src/client/index.ts'
import { happenings } from '../content/happenings.ts'
import { isMember, members } from '../content/people.ts'
import { createHappenings } from './createHappenings.ts'
import type { Invitations } from './invitations.ts'
import { listSent } from './listSent.ts'
import type { Sessions } from './sessions.ts'
import type { MailServer } from './startMailServer.ts'

/** Dependencies of the app's server. */
export interface CustomerApiOptions {
  /** The sessions. */
  sessions: Sessions
  /** The invitations and their answers. */
  invitations: Invitations
  /** Client of the notification service with the API key, which never leaves the server. */
  service: ServiceClient
  /** The mail server that gets the mails of the service. */
  mails: Pick<MailServer, 'sourceOf'>
  /** Returns the current time. */
  now: () => Date
}

const signInBody = z.object({ person: z.string().check(z.refine(isMember)) })
const happenBody = z.object({ happenings: z.array(z.enum(happenings)).check(z.minLength(1), z.maxLength(20)) })
const answerBody = z.object({ answer: z.enum(['accepted', 'declined']) })

/** The app's own server without the inbox: sign-in, triggering events, answering invitations, listing mails. */
export const createCustomerApi = ({ sessions, invitations, service, mails, now }: CustomerApiOptions) => {
  const happen = createHappenings(now)
  const app = new Hono()
  app.use(csrf())

  app.get('/api/session', (context) => {
    const known = sessions.personOf(context.req.raw)
    if (known !== undefined) return context.json({ person: known })
    const person = members[0]?.id ?? null
    context.header('set-cookie', sessions.begin(context.req.raw, person))
    return context.json({ person })
  })

  app.post('/api/sign-in', async (context) => {
    const body = signInBody.safeParse(await readJson(context.req.raw))
    if (!body.success) return context.json({ message: 'Unknown person.' }, 422)
    const { person } = body.data
    context.header('set-cookie', sessions.begin(context.req.raw, person))
    return context.json({ person })
  })

  app.post('/api/sign-out', (context) => {
    context.header('set-cookie', sessions.begin(context.req.raw, null))
    return context.json({ person: null })
  })

  app.post('/api/happen', async (context) => {
    const person = sessions.personOf(context.req.raw)
    if (!person) return context.json({ message: 'Not signed in.' }, 401)
    const body = happenBody.safeParse(await readJson(context.req.raw))
    if (!body.success) return context.json({ message: 'Unknown event.' }, 422)
    const results = await service.bulkTrigger(body.data.happenings.map((happening) => happen(happening, person)))
    return context.json({ statuses: results.map(({ status }) => status) }, 201)
  })

  app.get('/api/sent', async (context) => {
    const person = sessions.personOf(context.req.raw)
    return context.json(person ? await listSent(person, { service, mails }) : [])
  })

  app.get('/api/invitations', (context) => {
    const person = sessions.personOf(context.req.raw)
    return context.json(person ? invitations.answersOf(person) : [])
  })

  app.post('/api/invitations/:id', async (context) => {
    const person = sessions.personOf(context.req.raw)
    if (!person) return context.json({ message: 'Not signed in.' }, 401)
    const body = answerBody.safeParse(await readJson(context.req.raw))
    if (!body.success) return context.json({ message: 'The answer must be "accepted" or "declined".' }, 422)
    const outcome = await invitations.answer(person, context.req.param('id'), body.data.answer)
    if (outcome === 'unknown') return context.json({ message: 'You have no invitation with this id.' }, 404)
    if (outcome === 'answered') return context.json({ message: 'You have already answered this invitation.' }, 409)
    return context.json(outcome, 201)
  })

  app.all('/api/*', (context) => context.json({ message: 'Not found.' }, 404))
  return app
}

/** undefined for invalid JSON, which the schemas reject. */
const readJson = (request: Request): Promise<unknown> => request.json().catch(() => undefined)
