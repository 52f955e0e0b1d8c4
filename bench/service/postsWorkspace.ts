import { benchWorkspace } from '../processes/benchWorkspace.ts'

/** A workspace with one workflow, whose notifications are those of a product with posts. */
export const postsWorkspace = benchWorkspace({
  identifier: 'post-activity',
  name: 'Activity on posts',
  tags: ['posts'],
  steps: [
    {
      channel: 'in_app',
      subject: '{{payload.who}}: {{payload.kind}}',
      content: '{{payload.who}} left a {{payload.kind}} on “{{payload.post.title}}”.',
      feed: 'general',
      cta: { type: 'redirect', data: { url: '/posts/{{payload.post.id}}' } },
    },
  ],
})
