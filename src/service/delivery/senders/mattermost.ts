import { webhookSender } from './webhook.ts'

/** Mattermost: https://developers.mattermost.com/integrate/webhooks/incoming/ */
export const mattermost = webhookSender(({ content, recipientCredentials: { channel }, overrides }) => ({
  body: { text: content, ...(channel && { channel }), ...overrides },
}))
