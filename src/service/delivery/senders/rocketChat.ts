import { webhookSender } from './webhook.ts'

/**
 * Rocket.Chat, by an incoming webhook: https://docs.rocket.chat/docs/integrations. Production calls the REST API at the
 * subscriber's address, and so sends the organization's token to any address that a subscriber has stored.
 */
export const rocketChat = webhookSender(({ content, overrides }) => ({ body: { text: content, ...overrides } }))
