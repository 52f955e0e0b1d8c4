import type { IntegrationCredentials } from '../../../contract/integration.ts'
import type { OutgoingMessage, Sender } from '../sender.ts'
import { SendError } from '../SendError.ts'
import { post, textAt } from './post.ts'

/** What is posted to a webhook. */
interface WebhookRequest {
  body: unknown
  headers?: Record<string, string>
  /** Default: the webhook's URL. */
  url?: string
}

/** Creates the sender of a chat provider whose messages are posted to the webhook of a subscriber, as JSON. */
export const webhookSender =
  (
    toRequest: (message: OutgoingMessage, credentials: IntegrationCredentials) => WebhookRequest,
    { idPath = 'id' }: { idPath?: string } = {},
  ): Sender =>
  async (message, credentials, { publicFetch, now }) => {
    if (!message.webhookUrl) throw new SendError('permanent', 'The subscriber has no webhookUrl for the integration.')
    const { url = message.webhookUrl, ...request } = toRequest(message, credentials)
    const { body } = await post({ ...request, url, fetch: publicFetch, now })
    return { id: textAt(body, idPath) }
  }
