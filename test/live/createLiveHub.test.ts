import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLiveHub, type Hint, type LiveHub, type LiveHubOptions } from '../../src/live/index.ts'
import { manualEnvironment } from './manualEnvironment.ts'
import { memoryBus } from './memoryBus.ts'

type Clock = ReturnType<typeof manualEnvironment>

/** A hub that uses the clock, and records its hints, its errors and the changes of its connection. */
const createHub = ({ environment }: Clock, options: LiveHubOptions = {}) => {
  const errors: string[] = []
  const hub = createLiveHub({ onError: (error) => void errors.push(error.message), environment, ...options })
  const connections: boolean[] = []
  hub.onConnectionChange(() => void connections.push(hub.isConnected()))
  return { hub, hints: record(hub.subscribeAll), errors, connections }
}

/** Records the hints of a subscription. */
const record = (subscribe: (listener: (hint: Hint) => void) => unknown): Hint[] => {
  const hints: Hint[] = []
  subscribe((hint) => void hints.push(hint))
  return hints
}

const hintsOf = (hub: LiveHub, subscriberId: string) => record((listener) => hub.subscribe(subscriberId, listener))

describe('within one process', () => {
  test('joins the hints of 20 ms', async () => {
    const clock = manualEnvironment()
    const { hub, hints } = createHub(clock)

    hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(19)
    hub.publish({ subscriberIds: ['bob', 'ada'] })
    expect(hints).toEqual([])
    await clock.advance(1)
    expect(hints).toEqual([{ subscriberIds: ['ada', 'bob'] }])

    hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(20)
    expect(hints).toHaveLength(2)
  })

  test.each<[string, Hint[], Hint[]]>([
    ['one subscriber and all', [{ subscriberIds: ['ada'] }, { subscriberIds: 'all' }], [{ subscriberIds: 'all' }]],
    ['all and one subscriber', [{ subscriberIds: 'all' }, { subscriberIds: ['ada'] }], [{ subscriberIds: 'all' }]],
    [
      'two marks of one browser',
      [
        { subscriberIds: ['ada'], streamId: 's1' },
        { subscriberIds: ['ada'], streamId: 's1' },
      ],
      [{ subscriberIds: ['ada'], streamId: 's1' }],
    ],
    [
      'marks of two browsers',
      [
        { subscriberIds: ['ada'], streamId: 's1' },
        { subscriberIds: ['ada'], streamId: 's2' },
        { subscriberIds: ['ada'], streamId: 's2' },
      ],
      [{ subscriberIds: ['ada'] }],
    ],
    [
      'an event and a mark',
      [{ subscriberIds: ['ada'] }, { subscriberIds: ['ada'], streamId: 's1' }],
      [{ subscriberIds: ['ada'] }],
    ],
    [
      'a mark and an event',
      [{ subscriberIds: ['ada'], streamId: 's1' }, { subscriberIds: ['ada'] }],
      [{ subscriberIds: ['ada'] }],
    ],
    [
      'accepted events',
      [
        { subscriberIds: ['ada'], early: true },
        { subscriberIds: ['bob'], early: true },
      ],
      [{ subscriberIds: ['ada', 'bob'], early: true }],
    ],
    [
      'an accepted event and a stored one, which stay apart',
      [
        { subscriberIds: ['ada'], early: true },
        { subscriberIds: ['bob'], early: false },
        { subscriberIds: ['ada'], streamId: 's1' },
      ],
      [{ subscriberIds: ['ada'], early: true }, { subscriberIds: ['bob', 'ada'] }],
    ],
    [
      'a stream id that is too long',
      [{ subscriberIds: ['ada'], streamId: 's'.repeat(65) }],
      [{ subscriberIds: ['ada'] }],
    ],
    ['no subscriber', [{ subscriberIds: [] }], []],
  ])('joins %s', async (_, published, joined) => {
    const clock = manualEnvironment()
    const { hub, hints } = createHub(clock)

    for (const hint of published) hub.publish(hint)
    await clock.advance(20)

    expect(hints).toEqual(joined)
  })

  test('a subscription receives the hints of its subscriber, and those for all', async () => {
    const clock = manualEnvironment()
    const { hub } = createHub(clock)
    const [ada, bob] = [hintsOf(hub, 'ada'), hintsOf(hub, 'bob')]

    hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(20)
    expect([ada.length, bob.length]).toEqual([1, 0])

    hub.publish({ subscriberIds: 'all' })
    await clock.advance(20)
    expect([ada.length, bob.length]).toEqual([2, 1])
  })

  test('each subscription ends alone, also of the same listener, and of a subscriber without others', async () => {
    const clock = manualEnvironment()
    const { hub } = createHub(clock)
    const hints: Hint[] = []
    const listener = (hint: Hint) => void hints.push(hint)
    const publish = async () => {
      hub.publish({ subscriberIds: ['ada'] })
      await clock.advance(20)
      return hints.splice(0).length
    }

    const ends = [hub.subscribe('ada', listener), hub.subscribe('ada', listener), hub.subscribeAll(listener)]
    expect(await publish()).toBe(3)
    ends[0]?.()
    ends[0]?.()
    expect(await publish()).toBe(2)
    ends[1]?.()
    expect(await publish()).toBe(1)
    ends[2]?.()
    expect(await publish()).toBe(0)

    hub.subscribe('ada', listener)
    // The ended subscription must not end a later one.
    ends[1]?.()
    expect(await publish()).toBe(1)
  })

  // An async function that throws returns a promise that rejects.
  const failures = {
    throws: () => {
      throw new Error('listener')
    },
    rejects: async () => {
      throw new Error('listener')
    },
  }

  test.each(Object.entries(failures))(
    'a listener that %s is reported and does not stop the others',
    async (_, fail) => {
      const clock = manualEnvironment()
      const { hub, errors } = createHub(clock)
      hub.subscribe('ada', fail)
      const ada = hintsOf(hub, 'ada')

      hub.publish({ subscriberIds: ['ada'] })
      await clock.advance(20)

      expect(ada).toHaveLength(1)
      expect(errors).toEqual(['listener'])
    },
  )

  test.each(Object.entries(failures))('an onError that %s stops nothing, and is logged', async (_, fail) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const clock = manualEnvironment()
    const { hub } = createHub(clock, { onError: fail })
    hub.subscribe('ada', fail)
    const ada = hintsOf(hub, 'ada')

    hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(20)

    expect(ada).toHaveLength(1)
    expect(log.mock.calls).toEqual([
      ['tidings hub: onError failed.', new Error('listener'), 'It reported:', new Error('listener')],
    ])
  })

  test('is connected, and has no timer while nothing is published', async () => {
    const clock = manualEnvironment()
    const { hub } = createHub(clock)

    expect([hub.isConnected(), clock.timers()]).toEqual([true, 0])
  })

  test('close delivers what is being joined, and ends all subscriptions', async () => {
    const clock = manualEnvironment()
    const { hub, hints } = createHub(clock)
    const ada = hintsOf(hub, 'ada')

    // A listener that publishes must not prolong the hub's life.
    hub.subscribe('ada', () => hub.publish({ subscriberIds: ['ada'] }))
    hub.publish({ subscriberIds: ['ada'] })
    await hub.close()
    expect([hints.length, ada.length, clock.timers()]).toEqual([1, 1, 0])

    hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(20)
    await hub.close()
    expect([hints.length, ada.length, clock.timers()]).toEqual([1, 1, 0])
  })

  test('real timers do not keep a process running', () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    createLiveHub().publish({ subscriberIds: ['ada'] })

    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before)
  })
})

describe('with a bus', () => {
  /** Connected hubs on one bus. Their first hint for all, of the connection, is not recorded. */
  const createHubs = async (count: number) => {
    const clock = manualEnvironment()
    const control = memoryBus()
    const hubs = Array.from({ length: count }, () => createHub(clock, { bus: control.bus }))
    await clock.advance(0)
    for (const { hints, connections } of hubs) {
      expect(connections).toEqual([true])
      hints.length = 0
      connections.length = 0
    }
    control.texts.length = 0
    return { clock, control, hubs }
  }

  /** The hub at an index. */
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index]
    if (item === undefined) throw new Error(`There is no item ${index}.`)
    return item
  }

  const textOf = (from: string, seq: number, hint?: Hint) => JSON.stringify({ from, seq, ...(hint && { hint }) })

  test('each hub delivers each hint once, also its own', async () => {
    const { clock, control, hubs } = await createHubs(3)

    at(hubs, 1).hub.publish({ subscriberIds: ['ada'], streamId: 's1' })
    await clock.advance(20)

    expect(control.texts).toHaveLength(1)
    for (const { hints } of hubs) expect(hints).toEqual([{ subscriberIds: ['ada'], streamId: 's1' }])
  })

  test('is connected after its first ping came back; then anything may have changed', async () => {
    const clock = manualEnvironment()
    const control = memoryBus()
    const { hub, hints, connections, errors } = createHub(clock, { bus: control.bus })
    expect(hub.isConnected()).toBe(false)

    await clock.advance(0)

    expect([connections, hints, errors]).toEqual([[true], [{ subscriberIds: 'all' }], []])
  })

  test('splits a hint into texts of at most 7,000 bytes', async () => {
    const { clock, control, hubs } = await createHubs(2)
    // Characters of several bytes, and of several characters in JSON.
    const ids = Array.from({ length: 3000 }, (_, index) => `é"\n😀${index}`)

    at(hubs, 0).hub.publish({ subscriberIds: ids, streamId: 's1' })
    await clock.advance(20)

    const sizes = control.texts.map((text) => Buffer.byteLength(text))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(7000)
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(6900)
    const { hints } = at(hubs, 1)
    expect(hints.flatMap(({ subscriberIds }) => subscriberIds)).toEqual(ids)
    expect(hints.every(({ streamId }) => streamId === 's1')).toBe(true)
  })

  test('an id that no text can hold becomes a hint for all', async () => {
    const { clock, hubs } = await createHubs(2)

    at(hubs, 0).hub.publish({ subscriberIds: ['ada', 'x'.repeat(7000)] })
    await clock.advance(20)

    expect(at(hubs, 1).hints).toEqual([{ subscriberIds: 'all' }])
  })

  test('a missing number means lost hints: anything may have changed', async () => {
    const { control, hubs } = await createHubs(1)
    const { hints } = at(hubs, 0)

    control.inject(textOf('other', 1, { subscriberIds: ['ada'] }))
    control.inject(textOf('other', 2))
    control.inject(textOf('other', 3, { subscriberIds: ['bob'] }))
    expect(hints.splice(0)).toEqual([{ subscriberIds: ['ada'] }, { subscriberIds: ['bob'] }])

    control.inject(textOf('other', 5, { subscriberIds: ['cem'] }))
    // Late: the number is no longer missing, and its hint counts.
    control.inject(textOf('other', 4, { subscriberIds: ['dan'] }))
    control.inject(textOf('other', 6, { subscriberIds: ['eve'] }))
    expect(hints.splice(0)).toEqual([{ subscriberIds: 'all' }, { subscriberIds: ['dan'] }, { subscriberIds: ['eve'] }])

    control.inject(textOf('other', 8))
    expect(hints).toEqual([{ subscriberIds: 'all' }])
  })

  test.each<[string, unknown, string[]]>([
    ['undefined among its ids', { subscriberIds: ['ada', undefined] }, ['ada']],
    ['a number as its only id', { subscriberIds: [42] }, []],
    ['an object among its ids', { subscriberIds: [{ id: 'bob' }, 'ada'] }, ['ada']],
    ['a text for a list', { subscriberIds: 'ada' }, []],
    ['null for a list', { subscriberIds: null }, []],
    ['no ids', {}, []],
    ['no hint at all', undefined, []],
  ])('reports a hint with %s, and hints the others of all processes', async (_name, hint, hinted) => {
    const { clock, hubs } = await createHubs(2)
    const [own, other] = [at(hubs, 0), at(hubs, 1)]

    own.hub.publish(hint as Hint)
    await clock.advance(1_000)

    expect(own.errors).toEqual([
      expect.stringContaining('hub.publish: the `subscriberIds` of a hint are not all texts'),
    ])
    const expected = hinted.length > 0 ? [{ subscriberIds: hinted }] : []
    expect([own.hints, other.hints]).toEqual([expected, expected])
  })

  test.each([{ early: 'yes' }, { early: null }, { streamId: 5 }, { streamId: null }])(
    'ignores fields of a hint that have another type: %j',
    async (fields) => {
      const { clock, hubs } = await createHubs(2)
      const [own, other] = [at(hubs, 0), at(hubs, 1)]

      own.hub.publish({ subscriberIds: ['ada'], ...fields } as unknown as Hint)
      await clock.advance(1_000)

      expect([own.hints, other.hints, own.errors]).toEqual([
        [{ subscriberIds: ['ada'] }],
        [{ subscriberIds: ['ada'] }],
        [],
      ])
    },
  )

  test.each([Number.MAX_SAFE_INTEGER, 1_000, 14, -20])(
    'a forged number does not hide that later texts are lost: %d',
    async (forged) => {
      const { control, hubs } = await createHubs(1)
      const { hints } = at(hubs, 0)
      control.inject(textOf('other', 1))
      control.inject(textOf('other', 2))
      control.inject(textOf('other', forged))
      control.inject(textOf('other', 3, { subscriberIds: ['ada'] }))
      expect(hints.splice(0).at(-1)).toEqual({ subscriberIds: 'all' })
      control.inject(textOf('other', 4, { subscriberIds: ['ada'] }))
      expect(hints.splice(0)).toEqual([{ subscriberIds: ['ada'] }])
      control.inject(textOf('other', 6, { subscriberIds: ['bob'] }))
      expect(hints).toEqual([{ subscriberIds: 'all' }])
    },
  )

  test('an unknown sender that starts above 1 counts as a gap', async () => {
    const { control, hubs } = await createHubs(1)

    control.inject(textOf('other', 7, { subscriberIds: ['ada'] }))

    expect(at(hubs, 0).hints).toEqual([{ subscriberIds: 'all' }])
  })

  test('forgets a sender after 5 minutes of silence', async () => {
    const { clock, control, hubs } = await createHubs(1)
    const { hints } = at(hubs, 0)
    control.inject(textOf('other', 1))

    await clock.advance(5 * 60_000)
    control.inject(textOf('other', 2, { subscriberIds: ['ada'] }))
    expect(hints.splice(0)).toEqual([{ subscriberIds: ['ada'] }])

    await clock.advance(5 * 60_000 + 10_000)
    control.inject(textOf('other', 3, { subscriberIds: ['ada'] }))
    expect(hints).toEqual([{ subscriberIds: 'all' }])
  })

  test.each([
    'no JSON',
    'null',
    '{}',
    '{"from":1,"seq":1}',
    '{"from":"other","seq":"1"}',
    '{"from":"other","seq":1.5}',
    '{"from":"other","seq":1,"hint":null}',
    '{"from":"other","seq":1,"hint":{"subscriberIds":"ada"}}',
    '{"from":"other","seq":1,"hint":{"subscriberIds":[1]}}',
    '{"from":"other","seq":1,"hint":{"subscriberIds":["ada"],"early":1}}',
    '{"from":"other","seq":1,"hint":{"subscriberIds":["ada"],"streamId":1}}',
  ])('ignores the text of another program: %s', async (text) => {
    const { control, hubs } = await createHubs(1)

    control.inject(text)

    expect([at(hubs, 0).hints, at(hubs, 0).errors]).toEqual([[], []])
  })

  test('pings every 10 seconds', async () => {
    const { clock, control } = await createHubs(1)

    await clock.advance(30_000)

    expect(control.texts).toEqual([textOf('hub-1', 2), textOf('hub-1', 3), textOf('hub-1', 4)])
  })

  test('a bus that loses texts: disconnected after a ping and 5 seconds, reported once, and connected again', async () => {
    const { clock, control, hubs } = await createHubs(1)
    const { hub, hints, errors, connections } = at(hubs, 0)

    control.drops = true
    await clock.advance(14_999)
    expect([hub.isConnected(), errors]).toEqual([true, []])
    await clock.advance(1)
    expect(hub.isConnected()).toBe(false)
    await clock.advance(60_000)
    expect([connections, hints]).toEqual([[false], []])
    expect(errors).toEqual([
      expect.stringMatching(/does not deliver them\..* PgBouncer in transaction mode, .* direct connection string/),
    ])

    control.drops = false
    await clock.advance(10_000)
    expect([connections, hints]).toEqual([[false, true], [{ subscriberIds: 'all' }]])

    control.drops = true
    await clock.advance(20_000)
    expect(errors).toHaveLength(2)
  })

  test('a ping that comes back late does not end the outage', async () => {
    const { clock, control, hubs } = await createHubs(1)
    control.drops = true
    await clock.advance(15_000)
    control.drops = false

    for (const text of control.texts) control.inject(text)

    expect(at(hubs, 0).connections).toEqual([false])
  })

  test('a publish that rejects: disconnected at once, and its hint is lost, which the others notice', async () => {
    const { clock, control, hubs } = await createHubs(2)
    const [sender, receiver] = [at(hubs, 0), at(hubs, 1)]

    control.error = new Error('connection refused')
    sender.hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(20)
    control.error = undefined
    expect(sender.connections).toEqual([false])
    expect(sender.errors).toEqual([
      "The live bus can't send: connection refused. Until the bus works again, inboxes poll.",
    ])
    expect(sender.hints).toEqual([{ subscriberIds: ['ada'] }])
    expect(receiver.hints).toEqual([])

    await clock.advance(10_000)
    expect(sender.connections).toEqual([false, true])
    expect(receiver.hints).toEqual([{ subscriberIds: 'all' }])
  })

  test('the ping before a failed publish does not end the outage', async () => {
    const clock = manualEnvironment()
    const control = memoryBus()
    const { hub, connections } = createHub(clock, { bus: control.bus })
    await clock.advance(10_000 - 1)
    control.drops = true
    await clock.advance(1)
    const ping = control.texts.at(-1) ?? ''
    control.error = new Error('refused')
    hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(20)

    control.inject(ping)

    expect(connections).toEqual([true, false])
  })

  test('a bus whose functions throw is an outage, not an exception', async () => {
    const clock = manualEnvironment()
    const { hub, errors } = createHub(clock, {
      bus: {
        publish: () => {
          throw new Error('no connection')
        },
        subscribe: async () => () => {},
      },
    })
    hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(20)

    expect([hub.isConnected(), errors]).toEqual([false, [expect.stringContaining('no connection')]])
  })

  test('a bus that can never receive is reported', async () => {
    const clock = manualEnvironment()
    const { hub, hints, errors } = createHub(clock, {
      bus: {
        publish: async () => {},
        subscribe: async () => {
          throw new Error('wrong password')
        },
      },
    })
    await clock.advance(20_000)
    hub.publish({ subscriberIds: ['ada'] })
    await clock.advance(20)

    expect([hub.isConnected(), errors]).toEqual([false, [expect.stringContaining("can't receive: wrong password.")]])
    expect(hints).toEqual([{ subscriberIds: ['ada'] }])
  })

  test('a bus that does not connect within 5 seconds is reported, and works when it does', async () => {
    const clock = manualEnvironment()
    const control = memoryBus()
    let connect = () => {}
    const { errors, connections } = createHub(clock, {
      bus: {
        ...control.bus,
        subscribe: async (listener) => {
          await new Promise<void>((resolve) => (connect = resolve))
          return control.bus.subscribe(listener)
        },
      },
    })
    control.error = new Error('connection refused')
    await clock.advance(5000)
    expect(errors).toEqual([expect.stringContaining("can't send: connection refused.")])
    control.error = undefined

    connect()
    await clock.advance(0)

    expect([connections, errors.length]).toEqual([[true], 1])
  })

  test('close sends what is being joined, waits for it, leaves the bus, and stops pinging', async () => {
    const { clock, control, hubs } = await createHubs(2)
    let sent = () => {}
    const { publish } = control.bus
    control.bus.publish = async (text) => {
      await new Promise<void>((resolve) => (sent = resolve))
      return publish(text)
    }
    const { hub } = at(hubs, 0)

    hub.publish({ subscriberIds: ['ada'] })
    const closing = hub.close()
    await clock.advance(0)
    expect(control.listeners.size).toBe(2)
    sent()
    await closing

    expect(at(hubs, 1).hints).toEqual([{ subscriberIds: ['ada'] }])
    expect(control.listeners.size).toBe(1)
    await at(hubs, 1).hub.close()
    expect(clock.timers()).toBe(0)
  })

  test('a bus that hangs: reported after 5 seconds, and at most 5,000 texts wait for it', async () => {
    const { clock, control, hubs } = await createHubs(1)
    let waiting = 0
    control.bus.publish = () => {
      waiting += 1
      return new Promise(() => {})
    }
    const { hub, errors } = at(hubs, 0)
    await clock.advance(15_000)
    expect(errors).toEqual([expect.stringContaining('did not accept a text within 5 seconds')])

    for (let count = 0; count < 6000; count++) {
      hub.publish({ subscriberIds: ['ada'] })
      await clock.advance(20)
    }

    expect([waiting, errors.length]).toEqual([5000, 1])
  })

  test('close waits 5 seconds at most for a bus that hangs', async () => {
    const { clock, control, hubs } = await createHubs(1)
    control.bus.publish = () => new Promise(() => {})
    const { hub } = at(hubs, 0)
    hub.publish({ subscriberIds: ['ada'] })
    let isClosed = false
    void hub.close().then(() => (isClosed = true))

    await clock.advance(4999)
    expect(isClosed).toBe(false)
    await clock.advance(1)
    expect([isClosed, clock.timers()]).toEqual([true, 0])
  })

  test('a hub that is closed before it is connected leaves the bus when it is', async () => {
    const clock = manualEnvironment()
    const control = memoryBus()
    const { hub } = createHub(clock, { bus: control.bus })

    await hub.close()
    await clock.advance(0)

    expect([control.listeners.size, control.texts.length, clock.timers()]).toEqual([0, 0, 0])
  })
})
