import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Trx } from '../database/tables.ts'

/** The path of the links, before their token. */
export const unsubscribePath = '/v1/unsubscribe/'

/** What a link switches off: the emails of a workflow, for a subscriber. */
export interface Unsubscription {
  /** The id of the subscriber's row: a subscriber that is deleted and created again has another one. */
  subscriberKey: string
  workflowId: string
}

/** The links in the headers of mails. Mail providers follow them without a key, so each contains a signed token. */
export interface UnsubscribeLinks {
  /** Loads the secret of the signatures, in the transaction of the start. */
  prepare(trx: Trx): Promise<void>
  /** The address that switches off emails. undefined if the service knows no public address of its own. */
  urlOf(unsubscription: Unsubscription): string | undefined
  /** What a token says. undefined if no service on this database has signed it. */
  read(token: string): Unsubscription | undefined
}

/** The longest public address, in characters. A line of a mail has at most 998. */
const longestAddress = 500

/**
 * Reads the public address of a service: the address before `/v1`, such as `https://notify.example.com`. `URL` removes
 * or encodes everything that could end a header.
 * @returns undefined if it is none. One-click unsubscription requires HTTPS.
 */
export const readPublicUrl = (text: string): string | undefined => {
  if (/[\s\p{C}]/u.test(text) || !URL.canParse(text)) return undefined
  const { protocol, username, password, search, hash, href } = new URL(text)
  if (protocol !== 'https:' || username + password + search + hash !== '' || href.length > longestAddress)
    return undefined
  return href.replace(/\/+$/, '')
}

/**
 * Creates the links of a service. The database has the secret of the signatures, so that all processes on it accept the
 * links of each other, also after a restart or with another API key.
 * @param publicUrl from readPublicUrl.
 */
export const createUnsubscribeLinks = (publicUrl: string | undefined): UnsubscribeLinks => {
  let secret = ''
  const sign = (statement: string) =>
    // The prefix makes a signature useless for anything else that the secret may sign one day.
    createHmac('sha256', secret).update(`unsubscribe.${statement}`).digest('base64url')

  return {
    prepare: async (trx) => {
      // Of several processes that start at once, one stores its secret. The others wait for it, and load it.
      await trx
        .insertInto('tidings.secrets')
        .values({ name: 'unsubscribe', secret: randomBytes(32).toString('base64url') })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const query = trx.selectFrom('tidings.secrets').select('secret').where('name', '=', 'unsubscribe')
      secret = (await query.executeTakeFirstOrThrow()).secret
    },
    urlOf: ({ subscriberKey, workflowId }) => {
      if (publicUrl === undefined) return undefined
      const statement = `${subscriberKey}.${workflowId}`
      return `${publicUrl}${unsubscribePath}${statement}.${sign(statement)}`
    },
    read: (token) => {
      const [, subscriberKey, workflowId, signature] = /^(\w+)\.(\w+)\.([\w-]{43})$/.exec(token) ?? []
      if (subscriberKey === undefined || workflowId === undefined || signature === undefined) return undefined
      const expected = sign(`${subscriberKey}.${workflowId}`)
      // As texts: base64 decodes several texts to the same bytes.
      const isSigned = timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
      return isSigned ? { subscriberKey, workflowId } : undefined
    },
  }
}
