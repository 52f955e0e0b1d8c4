import { webhookSender } from './webhook.ts'

/**
 * Grafana OnCall: https://grafana.com/docs/oncall/latest/configure/integrations/references/webhook/. Fields of the
 * subscriber come before those of the integration.
 */
export const grafanaOnCall = webhookSender(({ subject, content, recipientCredentials: own, overrides }, common) => ({
  body: {
    alert_uid: own.alertUid ?? common.alertUid,
    title: own.title ?? common.title ?? subject,
    image_url: own.imageUrl ?? common.imageUrl,
    state: own.state ?? common.state,
    link_to_upstream_details: own.externalUrl ?? common.externalLink,
    message: content,
    ...overrides,
  },
}))
