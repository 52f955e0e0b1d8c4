import { expect } from 'vitest'
import * as z from 'zod/mini'
import { type Channel, type Message, messagePage } from '../../../src/contract/index.ts'
import type { WorkspaceInput } from '../../../src/service/index.ts'
import type { Engine } from '../support/engines.ts'
import { createWorld, type World } from '../support/world.ts'

type IntegrationInput = NonNullable<WorkspaceInput['integrations']>[number]

/** An integration of a workspace. Its identifier is that of its provider by default. */
export const integration = (
  channel: Channel,
  providerId: string,
  credentials: Record<string, unknown> = {},
  more: Partial<IntegrationInput> = {},
): IntegrationInput => ({ name: providerId, identifier: providerId, channel, providerId, credentials, ...more })

/** A service with these integrations, and a workflow for each channel, named after it. */
export const createSendingWorld = (
  engine: Pick<Engine, 'database'>,
  integrations: IntegrationInput[],
  { change, ...options }: Parameters<typeof createWorld>[1] = {},
) =>
  createWorld(engine, {
    ...options,
    change: (workspace) => {
      workspace.integrations = integrations
      workspace.workflows = (['email', 'sms', 'chat', 'push'] as const).map((channel) => ({
        identifier: channel,
        name: channel,
        steps: [{ channel, subject: '{{payload.subject}}', content: '{{payload.text}}' }],
      }))
      workspace.subscribers = []
      change?.(workspace)
    },
  })

/** The messages of a service, newest first. */
export const listMessages = async ({ call }: Pick<World, 'call'>, query = ''): Promise<Message[]> => {
  const { status, body } = await call('GET', `/v1/messages?limit=100${query}`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return z.parse(messagePage, body).data
}

/** Waits until no message is being sent, or waits for its first try. Returns all messages, newest first. */
export const untilTried = async (world: Pick<World, 'call'>): Promise<Message[]> => {
  await expect
    .poll(async () => (await listMessages(world)).filter(({ errorId }) => errorId === 'waiting'), { interval: 5 })
    .toEqual([])
  return listMessages(world)
}

/** Waits until a condition holds for the newest message. */
export const untilNewest = async (world: Pick<World, 'call'>, expected: Partial<Message>): Promise<Message> => {
  await expect.poll(async () => (await listMessages(world))[0], { interval: 5 }).toMatchObject(expected)
  return (await listMessages(world))[0] as Message
}

/** An event of a channel. */
export const event = (channel: Channel, to: unknown, payload: object = { subject: 'Hi', text: 'Hello' }) => ({
  name: channel,
  to,
  payload,
})
