import type { Sender } from '../sender.ts'
import { SendError } from '../SendError.ts'
import { post, required, textAt, withoutSlash } from './post.ts'

/** Twilio: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export const twilio: Sender = async ({ phone, content, overrides }, credentials, { fetch, now }) => {
  if (!phone) throw new SendError('permanent', 'The subscriber has no phone number.')
  const sid = required(credentials.accountSid, 'accountSid')
  const token = required(credentials.token, 'token')
  const from = typeof overrides['from'] === 'string' ? overrides['from'] : required(credentials.from, 'from')
  const { body } = await post({
    fetch,
    url:
      `${withoutSlash(credentials.baseUrl ?? 'https://api.twilio.com')}/2010-04-01/Accounts/` +
      `${encodeURIComponent(sid)}/Messages.json`,
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    body: new URLSearchParams({
      To: phone,
      // The id of a messaging service, or a number.
      [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
      Body: content,
    }),
    now,
    isOperators: true,
  })
  return { id: textAt(body, 'sid') }
}
