import type { ServiceClient } from '../../src/client/index.ts'
import type { MailServer } from './startMailServer.ts'

/** A mail to a person, as the page shows it. */
export interface SentMail {
  /** Id of the service's message. */
  id: string
  /** Subject of the mail. */
  subject: string
  /** Its text. */
  content: string
  /** When the event happened. ISO 8601. */
  createdAt: string
  /** Where the mail is. `waiting` mails follow by themselves. */
  state: 'sent' | 'waiting' | 'unsent'
  /** When and to what address it was sent, or why it was not. */
  reason: string
  /** The mail as the mail server received it. null: not yet, never, or before the last start of the demo. */
  source: string | null
}

/** The `errorId` of a message that is sent later: docs/sending.md, "What became of a message". */
const waiting = ['waiting', 'retry', 'delivery_hours', 'unread_later']

/** The newest mails to a person, newest first, with what became of them. Only this server may call the service. */
export const listSent = async (
  person: string,
  { service, mails }: { service: ServiceClient; mails: Pick<MailServer, 'sourceOf'> },
): Promise<SentMail[]> => {
  const { data } = await service.listMessages({ subscriberId: person, channel: 'email', limit: 20 })
  return data.map(
    ({ _id: id = '', subject = '', content, createdAt, deliveredAt, status, email, errorId, errorText }) => {
      const isWaiting = errorId !== undefined && waiting.includes(errorId)
      return {
        id,
        subject,
        content: typeof content === 'string' ? content : '',
        createdAt,
        state: status === 'sent' ? 'sent' : isWaiting ? 'waiting' : 'unsent',
        reason: status === 'sent' ? `To ${email ?? person}, ${deliveredAt?.at(-1) ?? createdAt}.` : (errorText ?? ''),
        source: mails.sourceOf(id) ?? null,
      }
    },
  )
}
