import { describe, expect, it } from 'vitest'
import type { Preferences, PreferencesQuery } from '../../src/contract/index.ts'
import { createSubject, type Conformance, type Subject } from './subject.ts'

export const describePreferences = (conformance: Conformance): void => {
  describe('the preferences', () => {
    it('list workflows that are not critical by default', async () => {
      const { client } = await createSubject(conformance, [])
      const listed = async (query?: PreferencesQuery) =>
        (await client.getPreferences('ada', query)).workflows.map(({ workflow }) => workflow.identifier).toSorted()
      const usual = ['activity', 'billing', 'mail', 'plain']
      expect(await listed()).toEqual(usual)
      expect(await listed({ criticality: 'nonCritical' })).toEqual(usual)
      expect(await listed({ criticality: 'critical' })).toEqual(['alert'])
      expect(await listed({ criticality: 'all' })).toEqual(['activity', 'alert', 'billing', 'mail', 'plain'])
    })

    it('contain the enabled channels, in general and per workflow', async () => {
      const { client } = await createSubject(conformance, [])
      const { global, workflows } = await client.getPreferences('ada')
      expect(global).toMatchObject({ enabled: true, channels: { in_app: true, email: true } })
      expect(workflows.find(({ workflow }) => workflow.identifier === 'mail')).toMatchObject({
        enabled: true,
        channels: { email: true },
        workflow: { slug: 'mail', identifier: 'mail', name: 'Mail' },
      })
    })

    it.each(['criticality=some', 'criticality=all&criticality=all', 'critical=true'])('reject ?%s', async (query) => {
      const { call } = await createSubject(conformance, [])
      expect(await call('getPreferences', { query: `?${query}` })).toMatchObject({ status: 422 })
    })

    const update = async (subject: Subject, body: unknown) => {
      const { status, raw } = await subject.call('updatePreferences', { body })
      return { status, data: (raw as { data?: Preferences }).data }
    }
    const channelsOf = ({ workflows }: Preferences, identifier: string) =>
      workflows.find(({ workflow }) => workflow.identifier === identifier)

    it('change by channel, of all workflows or of one, and preserve the others', async () => {
      const subject = await createSubject(conformance, [])
      const first = await update(subject, { channels: { email: false } })
      expect(first).toMatchObject({ status: 200, data: { global: { channels: { in_app: true, email: false } } } })
      const second = await update(subject, { workflowId: 'plain', channels: { in_app: false } })
      const { data } = second
      expect(data && channelsOf(data, 'plain')).toMatchObject({
        channels: { in_app: false },
        overrides: [{ channel: 'in_app', source: 'subscriber' }],
      })
      expect(data && channelsOf(data, 'activity')).toMatchObject({ channels: { in_app: true } })
      expect(data?.workflows.map(({ workflow }) => workflow.identifier)).not.toContain('alert')
      expect(await subject.client.getPreferences('ada')).toEqual(data)
    })

    it('change the schedule, and preserve the channels', async () => {
      const subject = await createSubject(conformance, [])
      const schedule = {
        isEnabled: true,
        weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:30 PM' }] } },
      }
      await update(subject, { channels: { email: false } })
      await update(subject, { schedule })
      await update(subject, {})
      const { global } = await subject.client.getPreferences('ada')
      expect(global).toMatchObject({ channels: { in_app: true, email: false }, schedule })
    })

    it('name the time zone of the hours: the first that came with hours, or that of the service', async () => {
      const schedule = { isEnabled: true, weeklySchedule: {} }
      const extends_ = conformance.behavior === 'interface'
      const zonesAfter = async (...changes: object[]) => {
        const subject = await createSubject(conformance, [])
        const zones = [(await subject.client.getPreferences('ada')).timeZone]
        for (const change of changes) {
          const { data } = await update(subject, change)
          expect((await subject.client.getPreferences('ada', { criticality: 'all' })).timeZone).toBe(data?.timeZone)
          zones.push(data?.timeZone)
        }
        return zones
      }
      const named = (...zones: (string | null)[]) => zones.map((zone) => (extends_ ? zone : undefined))

      const [tokyo, london] = ['Asia/Tokyo', 'Europe/London']
      expect(
        await zonesAfter(
          { channels: { email: false } },
          { schedule, timeZone: tokyo },
          { schedule, timeZone: london },
          { workflowId: 'plain', channels: { in_app: false } },
          { schedule: { isEnabled: false } },
        ),
      ).toEqual(named(null, null, tokyo, tokyo, tokyo, tokyo))
      // Hours of a client that sends no zone. Without hours, no zone applies.
      expect(
        await zonesAfter({ schedule }, { schedule: { isEnabled: false } }, { schedule, timeZone: london }),
      ).toEqual(named(null, 'UTC', null, london))
    })

    it.each([
      ['an unknown workflow', { workflowId: 'nothing', channels: { email: false } }, 404],
      ['a critical workflow', { workflowId: 'alert', channels: { in_app: false } }, 400],
      ['an unknown channel', { channels: { fax: true } }, 422],
      ['a channel that is no flag', { channels: { email: 'off' } }, 422],
      ['an unknown field', { enabled: false }, 422],
      ['a time zone that is no text', { timeZone: 60 }, 422],
      [
        'a time that is none',
        {
          schedule: {
            isEnabled: true,
            weeklySchedule: { monday: { isEnabled: true, hours: [{ start: '25:00', end: '05:00 PM' }] } },
          },
        },
        422,
      ],
      ['a schedule of one workflow', { workflowId: 'plain', schedule: { isEnabled: true } }, 422],
    ])('reject %s, and change nothing', async (_, body, status) => {
      const subject = await createSubject(conformance, [])
      const before = await subject.client.getPreferences('ada', { criticality: 'all' })
      expect(await subject.call('updatePreferences', { body })).toMatchObject({ status })
      expect(await subject.client.getPreferences('ada', { criticality: 'all' })).toEqual(before)
    })

    it('do not change for an unknown subscriber', async () => {
      const { call } = await createSubject(conformance, [])
      const body = { channels: { email: false } }
      expect(await call('updatePreferences', { body, subscriberId: 'nobody' })).toMatchObject({ status: 404 })
    })
  })
}
