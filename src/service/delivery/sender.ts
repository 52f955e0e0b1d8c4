import type { Channel } from '../../contract/channel.ts'
import type { ChannelCredentials } from '../../contract/channelSettings.ts'
import type { IntegrationCredentials } from '../../contract/integration.ts'
import type { SendFetch } from './publicFetch.ts'

/** A message as its sender gets it. */
export interface OutgoingMessage {
  /** Id of the message: the key by which a provider recognizes that it gets the same message again. */
  id: string
  /** The channel that the message is sent over. */
  channel: Exclude<Channel, 'in_app'>
  /** Id of the recipient. */
  subscriberId: string
  /** Email address of the recipient, for a message of the channel `email`. */
  email: string | undefined
  /**
   * For a message of the channel `email`: an address that switches off the emails of its workflow by a POST (RFC 8058).
   * A mail has it as `List-Unsubscribe: <…>`, beside `List-Unsubscribe-Post: List-Unsubscribe=One-Click`. Undefined:
   * the workflow is critical, or the service has no `publicUrl`.
   */
  unsubscribeUrl: string | undefined
  /** Phone number of the recipient, for a message of the channel `sms`. */
  phone: string | undefined
  /** Webhook URL of the recipient, for a message of the channel `chat`. Fetch it with `publicFetch`. */
  webhookUrl: string | undefined
  /** Device tokens of the recipient, for a message of the channel `push`. */
  deviceTokens: readonly string[]
  /** Credentials of the recipient for the integration, such as the `channel` of mattermost. */
  recipientCredentials: ChannelCredentials
  /** Subject or title. Undefined: the step of the workflow has none. */
  subject: string | undefined
  /** Text of the message, as the template rendered it. */
  content: string
  /** Payload of the event. */
  payload: Record<string, unknown>
  /** The event's overrides for the provider. */
  overrides: Record<string, unknown>
}

/** What a sender gets beside the message and the credentials. */
export interface SendContext {
  /** Aborts when the provider has had its time, and when the service stops. */
  signal: AbortSignal
  /**
   * Fetches an address of the integration, which may be in a private network. It follows no redirect, reads at most 64
   * KiB of a response, and ends with `signal`.
   */
  fetch: SendFetch
  /**
   * The same for an address that comes from a subscriber. It refuses private networks, unless the service allows them.
   */
  publicFetch: SendFetch
  /** The current time of the service. */
  now: () => Date
}

/** What a provider said when it accepted a message. */
export interface SendReceipt {
  /** The provider's id of the message. */
  id?: string | undefined
  /** Device tokens that the provider will never accept again. They are removed from the subscriber. Default: none. */
  deadTokens?: readonly string[]
}

/**
 * Sends a message through a provider. It resolves once the provider has accepted the message, and throws a SendError if
 * it has not. A message may be sent again if the service is killed meanwhile.
 */
export type Sender = (
  message: OutgoingMessage,
  credentials: IntegrationCredentials,
  context: SendContext,
) => Promise<SendReceipt>

/** Senders by the `providerId` of their integrations. */
export type Senders = Readonly<Record<string, Sender>>
