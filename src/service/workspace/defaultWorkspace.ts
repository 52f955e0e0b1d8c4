import type { WorkspaceInput } from './workspaceSchema.ts'

/**
 * The workspace of the command line without a workspace file: an in-app integration and two workflows, enough to try
 * the eight operations. `welcome` needs no payload. `announcement` shows `payload.title` and `payload.text`, links to
 * `payload.url`, and is critical: subscribers can't disable it.
 */
export const defaultWorkspace: WorkspaceInput = {
  organizationId: 'tidings',
  environmentId: 'development',
  integrations: [{ name: 'In-app', identifier: 'in-app', providerId: 'novu', channel: 'in_app', primary: true }],
  workflows: [
    {
      identifier: 'welcome',
      name: 'Welcome',
      tags: ['onboarding'],
      steps: [
        {
          channel: 'in_app',
          subject: 'Welcome',
          content: 'Hello {{subscriber.firstName | default: subscriber.subscriberId}}, good to have you here.',
          feed: 'general',
        },
      ],
    },
    {
      identifier: 'announcement',
      name: 'Announcement',
      critical: true,
      steps: [
        {
          channel: 'in_app',
          subject: '{{payload.title}}',
          content: '{{payload.text}}',
          feed: 'general',
          cta: { type: 'redirect', data: { url: '{{payload.url}}' } },
        },
      ],
    },
  ],
}
