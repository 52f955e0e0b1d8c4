import { describe, expect, it } from 'vitest'
import { decodePayload, encodePayload, errorBody, openEnvelope } from '../../src/contract/index.ts'
import * as fc from '../setup/fastCheck.ts'

describe('openEnvelope', () => {
  it('removes an envelope: an object whose only key is data', () => {
    expect(openEnvelope({ data: [1] })).toEqual([1])
    expect(openEnvelope({ data: { data: 1 } })).toEqual({ data: 1 })
    expect(openEnvelope({ data: null })).toBeNull()
  })

  it.each([{ data: [], hasMore: false }, [{ data: 1 }], 5, null, 'data', {}])('returns %j unchanged', (body) => {
    expect(openEnvelope(body)).toBe(body)
  })
})

describe('the payload filter', () => {
  const json = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())

  it('decodes any encoded payload', () => {
    fc.assert(
      fc.property(json, (payload) => {
        const parsed = JSON.parse(JSON.stringify(payload)) as unknown
        expect(decodePayload(encodePayload(payload))).toEqual(parsed)
      }),
    )
  })

  it('is plain base64 of UTF-8', () => {
    expect(encodePayload({ who: 'Søren 😀' })).toBe(Buffer.from('{"who":"Søren 😀"}').toString('base64'))
  })

  it('accepts a URL with unencoded plus signs', () => {
    const payload = { a: '>>>???' }
    expect(encodePayload(payload)).toContain('+')
    expect(decodePayload(new URLSearchParams(`payload=${encodePayload(payload)}`).get('payload') ?? '')).toEqual(
      payload,
    )
  })

  it.each([
    '',
    'not base64!',
    btoa('{"a"'),
    btoa('[1]'),
    btoa('null'),
    btoa('"text"'),
    btoa('5'),
    btoa('{"a":"\xff"}'),
  ])('rejects %j', (text) => {
    expect(decodePayload(text)).toBeUndefined()
  })
})

describe('the error body', () => {
  it('reads production’s form', () => {
    const body = {
      statusCode: 422,
      timestamp: '2026-01-05T09:00:00.000Z',
      path: '/v1/events/trigger/bulk',
      message: ['one', 'two'],
      ctx: { a: 1 },
      errorId: 'err_1',
      errors: { 'events.0.name': { messages: ['must not be empty'], value: '' } },
    }
    expect(errorBody.parse(body)).toEqual(body)
    expect(errorBody.parse({})).toEqual({})
  })
})
