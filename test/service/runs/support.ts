import { expect } from 'vitest'
import type { WorkspaceInput } from '../../../src/service/index.ts'
import { createSendingWorld, integration, listMessages } from '../delivery/support.ts'
import type { Engine } from '../support/engines.ts'
import { startProvider } from '../support/providers.ts'
import type { World } from '../support/world.ts'

export type Steps = NonNullable<NonNullable<WorkspaceInput['workflows']>[number]['steps']>

/** When the clock of a world begins: a Sunday. */
export const start = new Date('2026-03-01T12:00:00.000Z')
export const after = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000)

/** A service with a workflow `flow` of these steps, whose text messages go to a server on this machine. */
export const createFlow = async (
  engine: Pick<Engine, 'database'>,
  steps: Steps,
  options: Parameters<typeof createSendingWorld>[2] = {},
) => {
  const provider = await startProvider()
  const workspace: Pick<WorkspaceInput, 'workflows' | 'integrations'> = {}
  const world = await createSendingWorld(
    engine,
    [integration('sms', 'generic-sms', { baseUrl: provider.url }), integration('in_app', 'novu', {})],
    {
      ...options,
      change: (file) => {
        file.workflows?.push({ identifier: 'flow', name: 'Flow', steps }, sentinel)
        options.change?.(file)
        Object.assign(workspace, file)
      },
    },
  )
  const subscribers = ['ben', 'eva'].map((subscriberId) => ({ subscriberId, phone: '+46701234567' }))
  await world.call('POST', '/v1/subscribers/bulk', { subscribers })
  const trigger = async (payload: object = {}, more: object = {}) => {
    const [result] = await world.trigger({ name: 'flow', to: 'ben', payload, ...more })
    return result
  }
  return {
    world,
    workspace,
    provider,
    trigger,
    /** The texts that the provider has received. */
    sent: () => provider.received.map(({ body }) => (body as { content: string }).content),
    /** Moves the clock, and waits until all that is due has gone on and was sent. */
    moveTo: async (minutes: number) => {
      const at = after(minutes).toISOString()
      // The lease of a try would end with the step of the clock.
      await untilSent(world)
      await world.trigger({ name: 'sentinel', to: 'sentinel', payload: { at } })
      world.clock.now = after(minutes)
      await expect.poll(() => contents(world, 'sentinel')).toContain(at)
      await untilSent(world)
    },
    /** Why messages were not sent, newest first. */
    reasons: async () => (await listMessages(world, '&channel=sms')).flatMap(({ errorText }) => errorText ?? []),
  }
}

/** Runs go on in the order in which they are due: when this one has, all that are due before have too. */
const sentinel: NonNullable<WorkspaceInput['workflows']>[number] = {
  identifier: 'sentinel',
  name: 'Sentinel',
  steps: [{ delay: { type: 'scheduled', delayPath: 'at' } }, { channel: 'in_app', content: '{{payload.at}}' }],
}

/** Waits until no message is due. A request of a service whose clock has moved looks. */
const untilSent = async (world: World) => {
  const isDue = async () =>
    (await listMessages(world)).filter(({ errorId, errorText }) => {
      const [until] = /\d{4}-.*Z/.exec(errorText ?? '') ?? []
      return errorId === 'waiting' || (until !== undefined && new Date(until) <= world.clock.now)
    })
  await expect.poll(isDue).toEqual([])
}

/** The texts of a feed, newest first. */
export const contents = async (world: World, subscriberId = 'ben', query = ''): Promise<string[]> =>
  (await world.feed(subscriberId, query)).data.map(({ content }) => content)
