import { webhookSender } from './webhook.ts'

/** The longest message that Discord accepts, in characters. */
const longestContent = 2_000

/** Discord: https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord = webhookSender(({ webhookUrl = '', content, overrides }) => {
  const url = URL.canParse(webhookUrl) ? new URL(webhookUrl) : undefined
  // It responds with the message instead of 204.
  url?.searchParams.set('wait', 'true')
  return {
    url: url?.href ?? webhookUrl,
    // Text of a user mentions nobody, such as @everyone.
    body: { content: content.slice(0, longestContent), allowed_mentions: { parse: [] }, ...overrides },
  }
})
