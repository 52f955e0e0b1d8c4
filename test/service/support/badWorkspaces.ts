/** The smallest valid workspace. */
export const least = { organizationId: 'org', environmentId: 'env' }

/** A workspace that the service rejects. */
interface BadWorkspace {
  name: string
  json: unknown
  /** Path of the invalid field. */
  field: string
  /** Whether it violates a rule that a JSON schema can't express, so that only the service detects it. */
  onlyByService?: boolean
}

const workflow = (more: object) => ({ ...least, workflows: [{ identifier: 'w', name: 'W', ...more }] })
const step = (more: object) => workflow({ steps: [more] })
const integration = (more: object) => ({
  ...least,
  integrations: [{ name: 'A', identifier: 'i', providerId: 'novu', channel: 'in_app', ...more }],
})
const part = { field: 'plan', value: 'pro', operator: 'EQUAL', on: 'subscriber' }
const condition = { isNegated: false, type: 'GROUP', value: 'AND', children: [part] }
const subscriber = (more: object) => ({ ...least, subscribers: [{ subscriberId: 's', ...more }] })
const monday = (hours: unknown) =>
  subscriber({
    preferences: { global: { schedule: { isEnabled: true, weeklySchedule: { monday: { isEnabled: true, hours } } } } },
  })

const onlyUnread = (name: string) => ({ step: name, is: 'unread' })

const shown = { channel: 'in_app', content: 'x' }
const mail = { channel: 'email', content: 'x' }
const hour = { amount: 1, unit: 'hours' }
const timed = (unit: string, more: object) => [{ digest: { type: 'timed', unit, timed: more } }]

/** Steps of a workflow, and the wrong field in them. */
const badSteps: [name: string, steps: object[], field: string, onlyByService?: 'onlyByService'][] = [
  ['a step of no kind', [{ wait: 1 }], '[0].wait'],
  ['a step of two kinds', [{ delay: hour, digest: hour }], '[0].digest'],
  ['a delay without its length', [{ delay: { unit: 'hours' } }], '[0].delay.amount'],
  ['a delay of no time', [{ delay: { amount: 0, unit: 'hours' } }], '[0].delay.amount'],
  ['a delay of a part', [{ delay: { amount: 1.5, unit: 'hours' } }], '[0].delay.amount'],
  ['a delay of an unknown unit', [{ delay: { amount: 1, unit: 'years' } }], '[0].delay.unit'],
  ['a delay of more than a year', [{ delay: { amount: 13, unit: 'months' } }], '[0].delay', 'onlyByService'],
  ['a scheduled delay without its path', [{ delay: { type: 'scheduled' } }], '[0].delay.delayPath'],
  ['two digests', [{ digest: hour }, { digest: hour }], '[1].digest', 'onlyByService'],
  [
    'an update of what shows nowhere',
    [{ digest: { ...hour, updateMode: true } }, mail, shown],
    '[0].digest.updateMode',
    'onlyByService',
  ],
  ['a look back that is off', [{ digest: { ...hour, backoffAmount: 5 } }], '[0].digest.backoffAmount', 'onlyByService'],
  [
    'a look back of more than a year',
    [{ digest: { ...hour, backoff: true, backoffAmount: 13, backoffUnit: 'months' } }],
    '[0].digest.backoffAmount',
    'onlyByService',
  ],
  ['a timed digest of seconds', timed('seconds', {}), '[0].digest.unit'],
  ['a time of another format', timed('days', { atTime: '9:00' }), '[0].digest.timed.atTime'],
  ['a short name of a day', timed('weeks', { weekDays: ['mon'] }), '[0].digest.timed.weekDays[0]'],
  ['a day that no month has', timed('months', { monthDays: ['32'] }), '[0].digest.timed.monthDays[0]'],
  ['a time of an hour', timed('hours', { atTime: '09:00' }), '[0].digest.timed.atTime', 'onlyByService'],
  ['week days of days', timed('days', { weekDays: ['monday'] }), '[0].digest.timed.weekDays', 'onlyByService'],
  ['month days of weeks', timed('weeks', { monthDays: ['1'] }), '[0].digest.timed.monthDays', 'onlyByService'],
  ['a kind of month for days', timed('days', { monthlyType: 'on' }), '[0].digest.timed.monthlyType', 'onlyByService'],
  ['a position without its day', timed('months', { monthlyType: 'on', ordinal: '1' }), '[0].digest', 'onlyByService'],
  ['a position that is off', timed('months', { ordinal: '1' }), '[0].digest.timed.ordinal', 'onlyByService'],
  ['a condition of what shows', [shown, { ...shown, onlyIf: onlyUnread('in-app') }], '[1].onlyIf', 'onlyByService'],
  ['a condition of a later step', [{ ...mail, onlyIf: onlyUnread('in-app') }, shown], '[0].onlyIf', 'onlyByService'],
  ['a condition of a mail', [mail, { ...mail, onlyIf: onlyUnread('email') }], '[1].onlyIf.step', 'onlyByService'],
  ['a condition that is read', [shown, { ...mail, onlyIf: { step: 'in-app', is: 'read' } }], '[1].onlyIf.is'],
  [
    'a repeated step',
    [
      { ...shown, name: 'a' },
      { ...mail, name: 'a' },
    ],
    '[1].name',
    'onlyByService',
  ],
  ['a variant for everybody', [{ ...shown, variants: [{ content: 'y', filters: [] }] }], '[0].variants[0].filters'],
]

export const badWorkspaces: BadWorkspace[] = [
  { name: 'nothing', json: {}, field: 'environmentId' },
  { name: 'an empty organization', json: { ...least, organizationId: '' }, field: 'organizationId' },
  { name: 'an empty environment', json: { ...least, environmentId: '' }, field: 'environmentId' },
  { name: 'an unknown field', json: { ...least, workflow: [] }, field: 'workflow' },
  { name: 'a schema address that is not a string', json: { ...least, $schema: 1 }, field: '$schema' },
  { name: 'tenants that are not strings', json: { ...least, tenants: [1] }, field: 'tenants[0]' },
  {
    name: 'an unknown channel',
    json: step({ channel: 'fax', content: '' }),
    field: 'workflows[0].steps[0].channel',
  },
  { name: 'a step without content', json: step({ channel: 'sms' }), field: 'workflows[0].steps[0].content' },
  {
    name: 'a button without text',
    json: step({ channel: 'in_app', content: '', cta: { action: { buttons: [{ type: 'primary' }] } } }),
    field: 'workflows[0].steps[0].cta.action.buttons[0].content',
  },
  {
    name: 'an hour in 24-hour format',
    json: monday([{ start: '17:00', end: '05:30 PM' }]),
    field: 'subscribers[0].preferences.global.schedule.weeklySchedule.monday.hours[0].start',
  },
  {
    name: 'a choice for an unknown channel',
    json: subscriber({ preferences: { global: { channels: { fax: true } } } }),
    field: 'subscribers[0].preferences.global.channels',
  },
  {
    name: 'an id that is too long for an index',
    json: subscriber({ subscriberId: 's'.repeat(513) }),
    field: 'subscribers[0].subscriberId',
  },
  {
    name: 'a credential of another type',
    json: integration({ providerId: 'nodemailer', credentials: { secure: 'yes' } }),
    field: 'integrations[0].credentials.secure',
  },
  {
    name: 'conditions that are not a list',
    json: integration({ conditions: condition }),
    field: 'integrations[0].conditions',
  },
  {
    name: 'a condition without its kind',
    json: integration({ conditions: [{ ...condition, type: undefined }] }),
    field: 'integrations[0].conditions[0].type',
  },
  {
    name: 'a condition of an unknown kind',
    json: integration({ conditions: [condition, { ...condition, type: 'REGEX' }] }),
    field: 'integrations[0].conditions[1].type',
  },
  {
    name: 'a comparison with an unknown operator',
    json: integration({ conditions: [{ ...condition, children: [part, { ...part, operator: '>' }] }] }),
    field: 'integrations[0].conditions[0].children[1].operator',
  },
  {
    name: 'a comparison with a number',
    json: integration({ conditions: [{ ...condition, children: [{ ...part, value: 5 }] }] }),
    field: 'integrations[0].conditions[0].children[0].value',
  },
  {
    name: 'a comparison with an unknown field',
    json: integration({ conditions: [{ ...condition, children: [{ ...part, path: 'plan' }] }] }),
    field: 'integrations[0].conditions[0].children[0].path',
  },
  {
    name: 'a choice for an unknown workflow',
    json: subscriber({ preferences: { workflows: { w: {} } } }),
    field: 'subscribers[0].preferences.workflows',
    onlyByService: true,
  },
  {
    name: 'a repeated workflow',
    json: {
      ...least,
      workflows: [
        { identifier: 'w', name: 'A' },
        { identifier: 'w', name: 'B' },
      ],
    },
    field: 'workflows[1].identifier',
    onlyByService: true,
  },
  {
    name: 'a repeated subscriber',
    json: { ...least, subscribers: [{ subscriberId: 's' }, { subscriberId: 's' }] },
    field: 'subscribers[1].subscriberId',
    onlyByService: true,
  },
  {
    name: 'a repeated integration',
    json: {
      ...least,
      integrations: ['A', 'B'].map((name) => ({ name, identifier: 'i', providerId: 'novu', channel: 'in_app' })),
    },
    field: 'integrations[1].identifier',
    onlyByService: true,
  },
  {
    name: 'text that can’t be stored',
    json: workflow({ name: 'a\0b' }),
    field: 'workflows[0].name',
    onlyByService: true,
  },
  ...badSteps.map(([name, bad, field, onlyByService]) => ({
    name,
    json: workflow({ steps: bad }),
    field: `workflows[0].steps${field}`,
    onlyByService: onlyByService === 'onlyByService',
  })),
]
