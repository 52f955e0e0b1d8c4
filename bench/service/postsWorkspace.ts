import type { WorkspaceInput } from '../../src/service/index.ts'
import { benchWorkspace } from '../processes/benchWorkspace.ts'

type Workflow = NonNullable<WorkspaceInput['workflows']>[number]
type Step = NonNullable<Workflow['steps']>[number]

const subject = '{{payload.who}}: {{payload.kind}}'
const content = '{{payload.who}} left a {{payload.kind}} on “{{payload.post.title}}”.'

const inApp: Step = {
  channel: 'in_app',
  subject,
  content,
  feed: 'general',
  cta: { type: 'redirect', data: { url: '/posts/{{payload.post.id}}' } },
}

/** The workflow whose notifications are those of a product with posts. */
const postActivity: Workflow = {
  identifier: 'post-activity',
  name: 'Activity on posts',
  tags: ['posts'],
  steps: [inApp],
}

/** The same in the inbox and by mail. */
const postMail: Workflow = {
  ...postActivity,
  identifier: 'post-mail',
  name: 'Activity on posts, by mail',
  steps: [inApp, { channel: 'email', subject, content }],
}

const workspace = benchWorkspace(postActivity)

/** The environment, which ids of subscribers depend on. */
export const { environmentId } = workspace

/** A workspace with a workflow for the inbox and another one that also sends mails, to a port of this machine. */
export const postsWorkspace = (mailPort: number): WorkspaceInput => ({
  ...workspace,
  integrations: [
    ...(workspace.integrations ?? []),
    {
      name: 'Email',
      identifier: 'email',
      providerId: 'nodemailer',
      channel: 'email',
      credentials: { host: '127.0.0.1', port: String(mailPort), from: 'app@example.com' },
    },
  ],
  workflows: [postActivity, postMail],
})
