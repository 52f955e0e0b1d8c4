import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  bulkSubscribersResult,
  channelCredentials,
  channelSettings,
  describeIssues,
  inboxMessage,
  inboxNotification,
  integration,
  message,
  messageCta,
  preferences,
  stepMetadata,
  subscriber,
  triggerResult,
  workflow,
  type InboxMessage,
  type Message,
} from '../../src/contract/index.ts'
import * as samples from './samples.ts'

/** Each structure: its schema, a complete example, and the fields that docs/interface.md requires, or has as an extension. */
const structures = {
  'Subscriber (2.1)': {
    schema: subscriber,
    sample: samples.subscriber,
    required: 'subscriberId _organizationId _environmentId deleted createdAt updatedAt',
  },
  'ChannelSettings (2.2)': {
    schema: channelSettings,
    sample: samples.channelSettings,
    required: 'providerId credentials _integrationId',
  },
  'ChannelCredentials (2.3)': {
    schema: channelCredentials,
    sample: samples.channelCredentials,
    required: '',
  },
  'feed item (2.4)': {
    schema: inboxNotification,
    sample: samples.notification,
    required:
      '_id _templateId _environmentId _organizationId _notificationId _subscriberId _jobId transactionId content channel read seen cta status',
  },
  'MessageCTA (2.5)': { schema: messageCta, sample: samples.cta, required: '' },
  'Message (2.6)': {
    schema: message,
    sample: samples.message,
    required:
      '_environmentId _organizationId _notificationId _subscriberId createdAt transactionId channel read seen cta status',
  },
  'Workflow (2.7)': {
    schema: workflow,
    sample: samples.workflow,
    required:
      'name description active draft preferenceSettings critical tags steps _organizationId _creatorId _environmentId triggers _notificationGroupId deleted deletedAt deletedBy',
  },
  'Integration (2.8)': {
    schema: integration,
    sample: samples.integration,
    required: '_environmentId _organizationId name identifier providerId channel credentials active deleted primary',
  },
  'preferences (2.9)': {
    schema: preferences,
    sample: samples.preferences,
    required: 'global workflows',
    extension: 'timeZone',
  },
  'TriggerEventResponse (2.10)': {
    schema: triggerResult,
    sample: samples.triggerResult,
    required: 'acknowledged status',
  },
  'answer of bulk create (4.4)': {
    schema: bulkSubscribersResult,
    sample: samples.bulkSubscribersResult,
    required: 'updated created failed',
  },
}

const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== field))

describe.each(Object.entries(structures))('%s', (_, { schema, sample, required, ...more }) => {
  const requiredFields = required.split(' ').filter(Boolean)
  const optionalFields = Object.keys(sample).filter((field) => !requiredFields.includes(field))

  it('reads every documented field', () => {
    expect(schema.parse(sample)).toEqual(sample)
  })

  it('names each missing required field', () => {
    const named = requiredFields.map((field) => {
      const broken = without(sample, field)
      return describeIssues(schema.safeParse(broken).error?.issues ?? [], broken)
    })
    expect(named).toEqual(
      requiredFields.map((field) => [{ field, message: expect.stringMatching(/^is missing: it must be /) }]),
    )
  })

  it('treats optional fields as missing if they are omitted or null', () => {
    for (const field of optionalFields) {
      expect(schema.safeParse(without(sample, field)).success, `${field} left out`).toBe(true)
      expect(schema.safeParse({ ...sample, [field]: null }).success, `${field} null`).toBe(true)
    }
  })

  it('rejects a documented field of the wrong type, and takes that of an extension as none', () => {
    const taken = Object.keys(sample).filter(
      (field) => schema.safeParse({ ...sample, [field]: Symbol('wrong') }).success,
    )
    expect(taken).toEqual('extension' in more ? [more.extension] : [])
  })

  it('passes unknown fields through', () => {
    expect(schema.parse({ ...sample, fromTheFuture: { a: [1] } })).toEqual({
      ...sample,
      fromTheFuture: { a: [1] },
    })
  })
})

describe('responses', () => {
  it('treat null as missing, unless null is a documented value', () => {
    const read = inboxNotification.parse({ ...samples.notification, actor: null, subject: null })
    expect(read.actor).toBeUndefined()
    expect(read.subject).toBeNull()
  })

  it('accept enum values that a newer service adds', () => {
    const newer = {
      ...samples.notification,
      channel: 'carrier_pigeon',
      status: 'delivered',
      actor: { type: 'robot', data: null },
      cta: { type: 'popup', action: { status: 'later', buttons: [{ type: 'tertiary', content: 'x' }] } },
    }
    expect(inboxNotification.parse(newer)).toMatchObject(newer)
    expect(triggerResult.parse({ acknowledged: true, status: 'queued' }).status).toBe('queued')
    expect(channelSettings.parse({ ...samples.channelSettings, providerId: 'new-push' }).providerId).toBe('new-push')
  })

  it.each(Object.entries(samples.metadata))('read the metadata shape %s', (_, metadata) => {
    expect(stepMetadata.parse(metadata)).toEqual(metadata)
  })

  it('pass metadata of an unknown kind through', () => {
    const metadata = { type: 'throttle', window: 5 }
    expect(stepMetadata.parse(metadata)).toEqual(metadata)
  })

  it('read the content of a message as text or as blocks', () => {
    expect(message.parse({ ...samples.message, content: 'Hello' }).content).toBe('Hello')
    expect(message.safeParse({ ...samples.message, content: [{ type: 'text' }] }).success).toBe(false)
  })

  it('contain every field of an inbox message in a message', () => {
    expectTypeOf<Message>().toExtend<InboxMessage>()
    expect(inboxMessage.safeParse(samples.message).success).toBe(true)
  })
})
