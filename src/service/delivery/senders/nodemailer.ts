import { htmlToText } from '../../../content/htmlToText.ts'
import type { IntegrationCredentials } from '../../../contract/integration.ts'
import type { Sender } from '../sender.ts'
import { SendError } from '../SendError.ts'
import { required } from './post.ts'

/** Mail servers by SMTP: https://nodemailer.com/smtp/ and https://nodemailer.com/message/ */
export const nodemailer: Sender = async (message, credentials, { signal }) => {
  const { id, email, subject, content, overrides, unsubscribeUrl } = message
  const to = addressIn(email)
  const from = addressIn(textOf(overrides['from']) ?? required(credentials.from, 'from'))
  if (!to) throw new SendError('permanent', 'The email address of the subscriber is not valid.')
  if (!from) throw new SendError('temporary', 'The `from` of the integration is not an email address.')
  const replyTo = addressIn(textOf(overrides['replyTo']))
  const name = textOf(overrides['senderName']) ?? credentials.senderName
  // The library is loaded with the first mail: a service without email starts faster.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOf(credentials))
  try {
    const { messageId } = await transport.sendMail({
      signal,
      // The id remains the same for each try: mail servers and clients recognize a repeated message.
      messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      envelope: { from, to: [to] },
      from: { name: oneLine(name ?? ''), address: from },
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject: oneLine(textOf(overrides['subject']) ?? subject ?? ''),
      ...bodiesOf(content),
      ...(unsubscribeUrl !== undefined && { headers: unsubscribeHeaders(unsubscribeUrl) }),
      // Texts of an event must not read files of the service.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return { id: messageId }
  } catch (error) {
    throw signal.aborted ? error : toSendError(error)
  } finally {
    transport.close()
  }
}

/**
 * One click: https://www.rfc-editor.org/rfc/rfc8058. The address is prepared, because a line break before it confuses
 * some users of mails.
 */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const transportOf = (credentials: IntegrationCredentials) => {
  const { host, port, user, password, secure, requireTls, ignoreTls, tlsOptions } = credentials
  const portNumber = port === undefined ? undefined : Number(port)
  if (portNumber !== undefined && !(Number.isInteger(portNumber) && portNumber > 0 && portNumber < 65_536))
    throw new SendError('temporary', 'The `port` of the integration is not a port.')
  return {
    host: required(host, 'host'),
    ...(portNumber !== undefined && { port: portNumber }),
    secure: secure ?? portNumber === 465,
    ...(requireTls !== undefined && { requireTLS: requireTls }),
    ...(ignoreTls !== undefined && { ignoreTLS: ignoreTls }),
    ...(tlsOptions && { tls: tlsOptions }),
    ...(user && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: socketTime,
    greetingTimeout: socketTime,
    socketTimeout: socketTime,
    dnsTimeout: socketTime,
  }
}

/** A message has ten seconds in all. */
const socketTime = 10_000

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** A single address without a name, or undefined. A comma or a line break in it would be a second recipient. */
const addressIn = (text: string | null | undefined): string | undefined => {
  const address = text?.trim() ?? ''
  return /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(address) ? address : undefined
}

/** A line break would begin another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** HTML, and the text for clients that show none. The content of a step is HTML if it has a tag. */
const bodiesOf = (content: string) => {
  if (/<[a-z!/][^>]*>/i.test(content)) return { html: content, text: htmlToText(content) }
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { text: content, html: `<p>${escaped.replaceAll(/\r?\n/g, '<br>\n')}</p>` }
}

/** The codes of SMTP: 5xx is for good. Texts quote addresses. A wrong password can be corrected within an hour. */
const toSendError = (error: unknown): SendError => {
  if (error instanceof SendError) return error
  const { responseCode, code, response } = error as { responseCode?: unknown; code?: unknown; response?: unknown }
  if (typeof responseCode !== 'number')
    return new SendError(
      'temporary',
      `The mail server could not be used (${typeof code === 'string' ? code : 'no response'}).`,
      { cause: error },
    )
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1]
  const isTemporary = responseCode < 500 || code === 'EAUTH'
  return new SendError(
    isTemporary ? 'temporary' : 'permanent',
    `The mail server refused the message (${[responseCode, detail].filter(Boolean).join(' ')}).`,
    { cause: error },
  )
}
