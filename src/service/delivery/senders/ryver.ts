import { webhookSender } from './webhook.ts'

/**
 * Ryver, by a webhook that accepts Slack's format. `body` is the field of its own format:
 * https://api.ryver.com/ryvrest_api_examples.html
 */
export const ryver = webhookSender(({ content, overrides }) => ({
  body: { text: content, body: content, ...overrides },
}))
