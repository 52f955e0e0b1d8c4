import { webhookSender } from './webhook.ts'

/** Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack = webhookSender(({ content, overrides }) => ({ body: { text: content, ...overrides } }))
