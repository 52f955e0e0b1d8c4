import type { Integration } from '../contract/integration.ts'

/**
 * Makes a provider that the organization has set up (2.8): e-mail through SendGrid. `getActiveIntegrations` answers a list of
 * them (4.3).
 * @param fields what shall differ.
 */
export const makeIntegration = (fields: Partial<Integration> = {}): Integration => ({
  _id: 'integration-sendgrid',
  _environmentId: 'env_1',
  _organizationId: 'org_1',
  name: 'SendGrid',
  identifier: 'sendgrid',
  providerId: 'sendgrid',
  channel: 'email',
  credentials: { apiKey: 'not-a-real-key', from: 'hello@example.com', senderName: 'Example' },
  configurations: { inboundWebhookEnabled: false },
  active: true,
  deleted: false,
  primary: true,
  conditions: [],
  ...fields,
})
