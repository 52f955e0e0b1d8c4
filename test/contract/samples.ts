/** A complete example of each structure of docs/interface.md, with all required and optional fields. */

export const channelCredentials = {
  webhookUrl: 'https://hooks.example.com/1',
  channel: 'town-square',
  deviceTokens: ['token-1', 'token-2'],
  alertUid: 'alert-1',
  title: 'Disk full',
  imageUrl: 'https://img.example.com/1.png',
  state: 'alerting',
  externalUrl: 'https://grafana.example.com/1',
}

export const channelSettings = {
  providerId: 'fcm',
  integrationIdentifier: 'fcm-1',
  credentials: channelCredentials,
  _integrationId: 'int_1',
}

export const subscriber = {
  _id: 'sub_1',
  firstName: 'Pia',
  lastName: 'Lund',
  email: 'pia@example.com',
  phone: '+4712345678',
  avatar: 'https://img.example.com/pia.png',
  locale: 'nb-NO',
  channels: [channelSettings],
  topics: ['news'],
  isOnline: true,
  lastOnlineAt: '2026-01-05T09:00:00.000Z',
  __v: 3,
  data: { plan: 'pro' },
  timezone: 'Europe/Oslo',
  subscriberId: 'pia',
  _organizationId: 'org_1',
  _environmentId: 'env_1',
  deleted: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
}

export const cta = {
  type: 'redirect',
  data: { url: '/posts/1' },
  action: {
    status: 'done',
    buttons: [{ type: 'primary', content: 'Reply', resultContent: 'Replied' }],
    result: { payload: { answer: 42 }, type: 'secondary' },
  },
}

export const notification = {
  _id: 'ntf_1',
  _templateId: 'tpl_1',
  _environmentId: 'env_1',
  _messageTemplateId: 'mtp_1',
  _organizationId: 'org_1',
  _notificationId: 'not_1',
  _subscriberId: 'sub_1',
  _feedId: 'feed_1',
  _jobId: 'job_1',
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:01.000Z',
  actor: { data: 'https://img.example.com/kim.png', type: 'user' },
  subscriber: {
    _id: 'sub_1',
    firstName: 'Pia',
    lastName: 'Lund',
    avatar: 'https://img.example.com/pia.png',
    subscriberId: 'pia',
  },
  transactionId: 'txn_1',
  templateIdentifier: 'comment-added',
  providerId: 'novu',
  content: 'Kim said: hello',
  subject: 'New comment',
  channel: 'in_app',
  read: false,
  seen: true,
  archived: false,
  snoozedUntil: null,
  severity: 'high',
  deviceTokens: ['token-1'],
  cta,
  status: 'sent',
  payload: { who: 'Kim' },
  data: { color: 'red' },
  overrides: { fcm: { token: 'secret' } },
  tags: ['social'],
}

const stepFilter = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ field: 'plan', value: 'pro', operator: 'EQUAL', on: 'subscriber' }],
}

const timedConfig = {
  atTime: '09:00',
  weekDays: ['monday', 'friday'],
  monthDays: ['1', '15'],
  ordinal: 'last',
  ordinalValue: 'weekday',
  monthlyType: 'on',
}

const step = {
  _id: 'step_1',
  uuid: 'f1b4',
  name: 'Digest',
  _templateId: 'mtp_1',
  active: true,
  shouldStopOnFail: false,
  template: { anything: ['goes'] },
  filters: [stepFilter],
  _parentId: 'step_0',
  metadata: {
    amount: 5,
    unit: 'minutes',
    digestKey: 'postId',
    type: 'backoff',
    backoff: true,
    backoffAmount: 1,
    backoffUnit: 'hours',
    updateMode: true,
  },
  replyCallback: { active: true, url: 'https://reply.example.com' },
}

/** The four shapes of a step's metadata. */
export const metadata = {
  digestRegular: step.metadata,
  digestTimed: { amount: 1, unit: 'weeks', digestKey: 'postId', type: 'timed', timed: timedConfig },
  delayRegular: { amount: 2, unit: 'months', type: 'regular' },
  delayScheduled: { type: 'scheduled', delayPath: 'payload.at' },
}

export const workflow = {
  _id: 'wf_1',
  name: 'Comment added',
  description: 'Someone commented',
  active: true,
  draft: false,
  preferenceSettings: { email: true, sms: false, in_app: true, chat: false, push: true },
  critical: false,
  tags: ['social'],
  steps: [{ ...step, variants: [{ ...step, metadata: metadata.digestTimed }] }],
  _organizationId: 'org_1',
  _creatorId: 'usr_1',
  _environmentId: 'env_1',
  triggers: [
    {
      type: 'event',
      identifier: 'comment-added',
      variables: [{ name: 'who' }],
      subscriberVariables: [{ name: 'email' }],
    },
  ],
  _notificationGroupId: 'grp_1',
  _parentId: 'wf_0',
  deleted: false,
  deletedAt: '2026-01-05T09:00:00.000Z',
  deletedBy: 'usr_2',
  notificationGroup: {
    _id: 'grp_1',
    name: 'General',
    _environmentId: 'env_1',
    _organizationId: 'org_1',
    _parentId: 'grp_0',
  },
  data: { owner: 'team-a' },
  workflowIntegrationStatus: { hasActiveIntegrations: true },
}

export const message = {
  _id: 'msg_1',
  _templateId: 'tpl_1',
  _environmentId: 'env_1',
  _messageTemplateId: 'mtp_1',
  _organizationId: 'org_1',
  _notificationId: 'not_1',
  _subscriberId: 'sub_1',
  subscriber,
  template: workflow,
  templateIdentifier: 'comment-added',
  createdAt: '2026-01-05T09:00:00.000Z',
  deliveredAt: ['2026-01-05T09:00:02.000Z'],
  lastSeenDate: '2026-01-05T09:01:00.000Z',
  lastReadDate: '2026-01-05T09:02:00.000Z',
  content: [
    { type: 'text', content: 'Hello', styles: { textAlign: 'left' } },
    { type: 'button', content: 'Open', url: 'https://example.com' },
  ],
  transactionId: 'txn_1',
  subject: 'New comment',
  channel: 'email',
  read: true,
  seen: true,
  snoozedUntil: '2026-01-06T09:00:00.000Z',
  email: 'pia@example.com',
  phone: '+4712345678',
  directWebhookUrl: 'https://hooks.example.com/secret',
  providerId: 'sendgrid',
  deviceTokens: ['token-1'],
  title: 'Title',
  cta,
  _feedId: 'feed_1',
  status: 'warning',
  errorId: 'no_sender',
  errorText: 'No sender',
  payload: { who: 'Kim' },
  overrides: { sendgrid: { key: 'secret' } },
  contextKeys: ['tenant:acme'],
}

export const integration = {
  _id: 'int_1',
  _environmentId: 'env_1',
  _organizationId: 'org_1',
  name: 'Mailgun',
  identifier: 'mailgun-1',
  providerId: 'mailgun',
  channel: 'email',
  credentials: {
    ...Object.fromEntries(
      (
        'apiKey user secretKey domain password host port region accountSid messageProfileId token from senderName ' +
        'projectName applicationId clientId baseUrl webhookUrl redirectUrl serviceAccount ipPoolName ' +
        'apiKeyRequestHeader secretKeyRequestHeader idPath datePath apiToken authenticationTokenKey instanceId ' +
        'alertUid title imageUrl state externalLink channelId phoneNumberIdentification accessKey appSid senderId ' +
        'AppIOBaseUrl'
      )
        .split(' ')
        .map((name) => [name, `the ${name}`]),
    ),
    secure: true,
    requireTls: true,
    ignoreTls: false,
    hmac: true,
    authenticateByToken: false,
    tlsOptions: { rejectUnauthorized: true },
  },
  configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'secret' },
  active: true,
  deleted: false,
  deletedAt: '2026-01-05T09:00:00.000Z',
  deletedBy: 'usr_1',
  primary: true,
  conditions: [stepFilter],
}

const day = { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] }

export const preferences = {
  global: {
    enabled: true,
    channels: { email: true, sms: false, in_app: true, chat: false, push: true },
    schedule: {
      isEnabled: true,
      weeklySchedule: {
        monday: day,
        tuesday: day,
        wednesday: day,
        thursday: day,
        friday: day,
        saturday: { isEnabled: false, hours: [] },
        sunday: { isEnabled: false, hours: [] },
      },
    },
  },
  workflows: [
    {
      enabled: true,
      channels: { email: true, in_app: true },
      overrides: [{ channel: 'email', source: 'workflowOverride' }],
      onlyIf: { email: { is: 'unread' as const, after: 3600 } },
      workflow: {
        slug: 'comment-added_wf_1',
        identifier: 'comment-added',
        name: 'Comment added',
        updatedAt: '2026-01-05T09:00:00.000Z',
      },
    },
  ],
  timeZone: 'Europe/Oslo',
}

export const triggerResult = {
  acknowledged: true,
  status: 'error',
  error: ['workflow_not_found'],
  transactionId: 'txn_1',
}

export const bulkSubscribersResult = {
  updated: [{ subscriberId: 'pia' }],
  created: [{ subscriberId: 'kim' }],
  failed: [{ message: 'no', subscriberId: 'lou' }],
}

export const notificationV2 = {
  id: 'ntf_1',
  transactionId: 'txn_1',
  subject: 'New comment',
  body: 'Kim said: hello',
  to: {
    id: 'sub_1',
    firstName: 'Pia',
    lastName: 'Lund',
    avatar: 'https://img.example.com/pia.png',
    subscriberId: 'pia',
  },
  isRead: true,
  isSeen: true,
  isArchived: true,
  isSnoozed: false,
  deliveredAt: ['2026-01-05T09:00:00.000Z'],
  createdAt: '2026-01-05T09:00:00.000Z',
  readAt: '2026-01-05T09:00:02.000Z',
  firstSeenAt: '2026-01-05T09:00:01.000Z',
  archivedAt: '2026-01-05T09:00:03.000Z',
  avatar: 'https://img.example.com/kim.png',
  primaryAction: { label: 'Reply', isCompleted: true, redirect: { url: '/posts/1/reply', target: '_self' } },
  secondaryAction: { label: 'Ignore', isCompleted: false },
  channelType: 'in_app',
  tags: ['social'],
  data: { color: 'red' },
  redirect: { url: '/posts/1', target: '_blank' },
  workflow: {
    id: 'tpl_1',
    identifier: 'comment-added',
    name: 'Comment added',
    critical: false,
    tags: ['social'],
    data: { owner: 'team-a' },
    severity: 'high',
  },
  severity: 'high',
}

export const feedPage = {
  totalCount: 1,
  hasMore: false,
  data: [notification],
  pageSize: 1,
  page: 0,
  offers: { returnIds: true, triage: true, deliveries: true },
}

export const markedAll = { count: 3, ids: ['msg_3', 'msg_2', 'msg_1'], readIds: ['msg_1'], seenIds: ['msg_2'] }
