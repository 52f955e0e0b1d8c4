import { createHmac } from 'node:crypto'

/** The header by which a receiver knows that a body comes from the owner of the key: as production. */
export const signatureOf = (body: string, secretKey: string | undefined): Record<string, string> =>
  secretKey ? { 'x-novu-signature': createHmac('sha256', secretKey).update(body, 'utf8').digest('hex') } : {}
