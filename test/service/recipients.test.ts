import { expect, test } from 'vitest'
import { parseWorkspace } from '../../src/service/index.ts'
import { onEachEngine } from './support/engines.ts'
import { contents, note, send } from './support/events.ts'
import { measuredTime } from './support/measuredTime.ts'
import { workspace } from './support/workspace.ts'
import { createWorld } from './support/world.ts'

const at = '2026-03-01T12:00:00Z'
const withContent = (content: string) => ({
  change: (file: ReturnType<typeof workspace>) =>
    void file.workflows?.push({ identifier: 'own', name: 'Own', steps: [{ channel: 'in_app', content }] }),
})
const own = (to: unknown, more: object = {}) => ({ name: 'own', to, payload: { at }, ...more })
const badZones = ['UTC+2', '+02:00', 'Not/AZone', 'Europe/Stockholm ', '2', '-5', 'null']

onEachEngine((engine) => {
  test.each([
    [
      'loops over its data',
      '{% for a in subscriber.data.list %}{% for b in subscriber.data.list %}{{b}}{% endfor %}{% endfor %}',
      { list: Array.from({ length: 300 }, () => 1) },
    ],
    ['has a text that grows', '{{subscriber.data.text}}{{subscriber.data.text}}', { text: 'x'.repeat(40_000) }],
    ['has a text that is no address', '{{subscriber.data.text | url_decode}}', { text: '%' }],
    ['names a filter’s limit', '{% for a in (1..subscriber.data.n) %}.{% endfor %}', { n: 1e9 }],
    ['names a partial', '{% if subscriber.data %}{% include subscriber.data.name %}{% endif %}', { name: 'none' }],
  ])(
    'one of a hundred recipients %s: the others get theirs, and result and log name the one',
    async (_, content, data) => {
      const world = await createWorld(engine, withContent(content))
      const before = world.log.length
      const others = Array.from({ length: 99 }, (_each, index) => `r${index}`)
      measuredTime(0.01)

      const [result] = await send(world, own([{ subscriberId: 'bad', data }, ...others], { transactionId: 't' }))

      expect(result).toEqual({
        acknowledged: true,
        status: 'processed',
        error: [
          expect.stringMatching(/^The recipient "bad": The template of workflow "own", step 1, content failed: /),
        ],
        transactionId: 't',
      })
      expect(await contents(world, 'r98')).toHaveLength(1)
      expect(await contents(world, 'bad')).toEqual([])
      expect(world.log.slice(before)).toEqual([expect.stringMatching(/"own" was not delivered to some .* "bad": /)])
    },
  )

  test('recipients that use up the time of an event leave the others theirs', async () => {
    const content =
      '{% for a in subscriber.data.list %}{% for b in subscriber.data.list %}{{b}}{% endfor %}{% endfor %}hi'
    const world = await createWorld(engine, withContent(content))
    measuredTime(0.01)
    const slow = Array.from({ length: 20 }, (_, index) => ({
      subscriberId: `slow${index}`,
      data: { list: Array.from({ length: 300 }, () => 1) },
    }))

    const [result] = await send(world, own([...slow, 'anna', 'ben']))

    expect(result).toMatchObject({ status: 'processed' })
    expect(result?.error).toHaveLength(20)
    expect(await contents(world, 'ben')).toEqual(['hi'])
  })

  test.each([
    ['a number', 7, 'to[1] must be'],
    ['an object without an id', { firstName: 'X' }, 'to[1].subscriberId'],
    ['a field of the wrong type', { subscriberId: 'x', firstName: 1 }, 'to[1].firstName'],
    ['an id that is too long', 'x'.repeat(513), 'to[1] must have at most'],
    ['data that is too large', { subscriberId: 'x', data: { a: 'x'.repeat(65_536) } }, 'to[1].data must have at most'],
    ['a text that can’t be stored', { subscriberId: 'x', firstName: '\0' }, 'to[1].firstName must not contain'],
    [
      'a channel without an integration',
      { subscriberId: 'x', channels: [{ providerId: 'discord', credentials: {} }] },
      'The recipient "x": The organization has no',
    ],
  ])('a recipient that is %s is omitted, and the others get theirs', async (_, recipient, reason) => {
    const world = await createWorld(engine)

    const [result] = await send(world, note('a', ['anna', recipient, 'ben']))

    expect(result).toMatchObject({ status: 'processed', error: [expect.stringContaining(reason)] })
    expect(await contents(world, 'anna')).toEqual(['a'])
    expect(await contents(world, 'ben')).toEqual(['a'])
    expect(world.log.at(-1)).toContain(reason)
  })

  test.each(badZones)('the time zone %j is refused by a bulk call, and ignored in an event', async (timezone) => {
    const world = await createWorld(engine)
    const subscribers = [
      { subscriberId: 'a', timezone },
      { subscriberId: 'b', timezone: 'Asia/Kolkata' },
    ]
    const message = expect.stringMatching(/^timezone must be the name of an IANA time zone, such as Europe\/Stockholm/)

    expect((await world.call('POST', '/v1/subscribers/bulk', { subscribers })).body).toEqual({
      created: [{ subscriberId: 'b' }],
      updated: [],
      failed: [{ subscriberId: 'a', message }],
    })
    expect(world.log.at(-1)).toMatch(/were not stored: "a": timezone must be/)

    await world.trigger(note('hello', [{ subscriberId: 'b', timezone, firstName: 'Bo' }]))
    expect(world.log.at(-1)).toMatch(/The time zone .* of the recipient "b" was not stored: it must be/)
    const { body } = await world.call('PATCH', '/v1/subscribers/b/credentials', { providerId: 'fcm', credentials: {} })
    expect(body).toMatchObject({ timezone: 'Asia/Kolkata', firstName: 'Bo' })
  })

  test.each([...badZones, {}, [], true])(
    'a template with the time zone %j shows a time, and a line is logged',
    async (zone) => {
      const world = await createWorld(engine, withContent("{{payload.at | date: '%M', payload.zone}}"))

      for (const text of ['1', '2']) await world.trigger(own('anna', { payload: { at, zone, text } }))

      expect(await contents(world, 'anna')).toEqual(['00', '00'])
      expect(
        world.log.filter((line) => /step 1, content has the time zone .* Use the name of an IANA/.test(line)),
      ).toHaveLength(1)
    },
  )

  test.each([
    ['Asia/Kolkata', '17:30'],
    ['America/St_Johns', '08:30'],
    [-330, '17:30'],
  ])('the time zone %j is used', async (zone, time) => {
    const world = await createWorld(engine, withContent("{{payload.at | date: '%H:%M', payload.zone}}"))
    await world.trigger(own('anna', { payload: { at, zone } }))
    expect(await contents(world, 'anna')).toEqual([time])
  })

  test.each([
    ['a list of texts', '{{payload.list}}', 'a, b', false],
    ['a list with an empty part', '{{payload.sparse}}', '1, true', false],
    ['a list of objects', 'x{{payload.people}}', 'x', true],
    ['an object', 'x{{payload.author}}', 'x', true],
    ['a root', 'x{{payload}}', 'x', true],
    ['a subscriber', 'x{{subscriber}}', 'x', true],
    ['an object in a filter', '{{payload.author | upcase}}', '[OBJECT OBJECT]', true],
    ['an object that is appended', '{{"by " | append: payload.author}}', 'by [object Object]', true],
    ['a cycle of objects', 'x{% cycle payload.author %}', 'x', true],
    ['an empty list', 'x{{payload.none}}', 'x', false],
    ['nothing', 'x{{payload.nothing | default: ""}}{{payload.zero}}{{payload.no}}', 'x0false', false],
  ])('%s shows as a text, or is logged', async (_, content, text, isLogged) => {
    const world = await createWorld(engine, withContent(content))
    const before = world.log.length
    const author = { name: 'Jo' }
    const payload = {
      list: ['a', 'b'],
      sparse: [1, null, true],
      people: [author, author],
      author,
      none: [],
      zero: 0,
      no: false,
    }

    await world.trigger(own('anna', { payload }), own('anna', { payload }))

    expect(await contents(world, 'anna')).toEqual([text, text])
    expect(world.log.slice(before)).toEqual(
      isLogged ? [expect.stringMatching(/The template of workflow "own", step 1, content has .* Name a field/)] : [],
    )
  })

  test.each([
    ['JavaScript:alert(1)', 'javascript:'],
    ['data:text/html,hi', 'data:'],
    ['ftp://files.example/secret', 'ftp:'],
    ['https://bank.example@evil.example/secret', 'https:'],
    ['https:/secret', 'https:'],
    ['//evil.example/secret', 'none'],
    ['orders/secret', 'none'],
    ['java\nscript:alert(1)', 'none'],
    ['/secret\u0007', 'none'],
    [`${'x'.repeat(40)}:secret`, 'x'.repeat(20)],
    ['/files/My report.pdf', undefined],
    ['?tab=team', undefined],
    [' ', undefined],
  ])('the link %j is logged once for a step if inboxes ignore it, by its scheme', async (url, scheme) => {
    const step = { channel: 'in_app', content: 'x', cta: { data: { url: '{{payload.url}}' } } } as const
    const world = await createWorld(engine, {
      change: (file) => void file.workflows?.push({ identifier: 'own', name: 'Own', steps: [step, step] }),
    })
    const before = world.log.length

    const again = { payload: { url: `${url}${scheme === undefined ? '' : '2'}` } }
    await world.trigger(own('anna', { payload: { url } }), own(['anna', 'ben'], again))
    await world.trigger(own('ben', again))

    const line = (number: number) =>
      `The inbox ignores the address of workflow "own", step ${number}, cta.data.url, because it is unsafe or ` +
      `incomplete (scheme: ${scheme}). Use http, https`
    const logged = world.log.slice(before)
    expect(logged).toEqual(scheme === undefined ? [] : [1, 2].map((n) => expect.stringContaining(line(n))))
    expect(logged.join('\n')).not.toMatch(/secret|alert/)
  })

  test.each([
    ['data:image/png;base64,AAAA', true],
    ['//cdn.example/kim.png', true],
    ['https://cdn.example/kim.png', false],
    ['Kim', false],
    ['', false],
  ])('the picture %j of an actor is logged if inboxes ignore it', async (avatar, isLogged) => {
    const world = await createWorld(engine)
    await world.call('POST', '/v1/subscribers/bulk', { subscribers: [{ subscriberId: 'kim', avatar }] })
    const before = world.log.length

    await world.trigger(note('a', 'anna', { actor: 'kim' }), note('b', 'anna', { actor: 'kim' }))

    const line = expect.stringMatching(/address of workflow "note", step 1, avatar of the actor, because/)
    expect(world.log.slice(before)).toEqual(isLogged ? [line] : [])
  })
})

test.each(badZones)('a workspace with a subscriber in the time zone %j is refused', (timezone) => {
  expect(() => parseWorkspace({ ...workspace('e'), subscribers: [{ subscriberId: 'a', timezone }] })).toThrow(
    /subscribers\[0\]\.timezone must be the name of an IANA time zone/,
  )
})
