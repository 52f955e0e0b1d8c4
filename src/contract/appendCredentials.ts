import * as z from 'zod/mini'
import { channelCredentialsRequest, providerIds } from './channelSettings.ts'

/** Body of modify subscriber credentials (4.1). */
export const appendCredentialsBody = z.strictObject({
  /** The provider that the credentials are for. */
  providerId: z.enum(providerIds),
  /** Identifier of the integration. Without it, the newest active integration of the provider is used. */
  integrationIdentifier: z.optional(z.string()),
  /** The credentials to add. Device tokens are added to those that exist. */
  credentials: channelCredentialsRequest,
})
export type AppendCredentialsBody = z.output<typeof appendCredentialsBody>
