import type { Integration } from '../contract/integration.ts'

/**
 * An integration: email through SendGrid. `getActiveIntegrations` returns a list of integrations.
 * @param fields overrides.
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
