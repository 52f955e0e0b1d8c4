import type { IntegrationCredentials } from '../../../contract/integration.ts'
import type { SendContext, Sender } from '../sender.ts'
import { SendError } from '../SendError.ts'
import { post, required, textAt } from './post.ts'

/**
 * Any SMS provider with an API of JSON: packages/providers/src/lib/sms/generic-sms in https://github.com/novuhq/novu.
 */
export const genericSms: Sender = async ({ id, phone, content, overrides }, credentials, context) => {
  if (!phone) throw new SendError('permanent', 'The subscriber has no phone number.')
  const { baseUrl, from, idPath = 'id' } = credentials
  const { fetch, now } = context
  const { body } = await post({
    fetch,
    url: required(baseUrl, 'baseUrl'),
    headers: { 'idempotency-key': id, ...(await authorize(credentials, context)) },
    body: { to: phone, content, sender: from, ...overrides },
    now,
    isOperators: true,
  })
  return { id: textAt(body, idPath) }
}

/** The headers with the keys, or with the token that the API at `domain` returns for these. */
const authorize = async (credentials: IntegrationCredentials, { fetch, now }: SendContext) => {
  const { apiKeyRequestHeader, apiKey, secretKeyRequestHeader, secretKey, authenticateByToken } = credentials
  const keys = {
    ...(apiKeyRequestHeader && { [apiKeyRequestHeader]: required(apiKey, 'apiKey') }),
    ...(secretKeyRequestHeader && secretKey && { [secretKeyRequestHeader]: secretKey }),
  }
  if (!authenticateByToken) return keys
  const tokenKey = required(credentials.authenticationTokenKey, 'authenticationTokenKey')
  const url = required(credentials.domain, 'domain')
  const { body } = await post({ fetch, url, headers: keys, body: {}, now, isOperators: true })
  const token = textAt(body, `data.${tokenKey}`)
  if (token === undefined)
    throw new SendError('temporary', 'The response of the address in `domain` has no token in its `data`.')
  return { ...keys, [tokenKey]: token }
}
