import { webhookSender } from './webhook.ts'

/** Zulip, by its webhook in Slack's format: https://zulip.com/integrations/slack_incoming */
export const zulip = webhookSender(({ content, overrides }) => ({ body: { text: content, ...overrides } }))
