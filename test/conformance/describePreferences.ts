import { describe, expect, it } from 'vitest'
import type { PreferencesQuery } from '../../src/contract/index.ts'
import { createSubject, type Conformance } from './subject.ts'

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
  })
}
