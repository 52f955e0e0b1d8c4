import * as z from 'zod/mini'
import { channelCredentialsRequest, providerIds } from './channelSettings.ts'

/** Body of modify subscriber credentials (4.1). */
export const appendCredentialsBody = z.strictObject({
  providerId: z.enum(providerIds),
  integrationIdentifier: z.optional(z.string()),
  credentials: channelCredentialsRequest,
})
export type AppendCredentialsBody = z.output<typeof appendCredentialsBody>
