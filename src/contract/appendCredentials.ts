import * as z from 'zod/mini'
import { channelCredentialsRequest, providerIds } from './channelSettings.ts'

/** The body of `appendCredentials`. */
export const appendCredentialsBody = z.strictObject({
  /** Provider that the credentials are for: `slack`, `fcm`. */
  providerId: z.enum(providerIds),
  /** Identifier of the integration. Default: the newest active integration of the provider. */
  integrationIdentifier: z.optional(z.string()),
  /** Credentials to add. Device tokens are added to the existing ones; other fields replace theirs. */
  credentials: channelCredentialsRequest,
})
export type AppendCredentialsBody = z.output<typeof appendCredentialsBody>
