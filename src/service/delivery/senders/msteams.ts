import { webhookSender } from './webhook.ts'

/**
 * Microsoft Teams, by a webhook of a workflow or an incoming webhook, with an adaptive card:
 * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export const msteams = webhookSender(({ subject, content, overrides }) => ({
  body: {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            ...(subject ? [{ type: 'TextBlock', text: subject, weight: 'Bolder', wrap: true }] : []),
            { type: 'TextBlock', text: content, wrap: true },
          ],
        },
      },
    ],
    ...overrides,
  },
}))
