import type * as z from 'zod/mini'
import { subscriberOperations } from '../../src/contract/extensions/subscriberOperations.ts'
import * as guard from '../../src/contract/inbox/guard.ts'
import * as contract from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'

type Schema = z.core.$ZodType
const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

const call = (name: keyof typeof guard, ...given: string[]) => `${name}(${given.join(', ')})`

/** The message of a schema for a value of a wrong type. */
const messageOf = (schema: Schema): string => {
  const { error } = (schema as z.ZodMiniType).safeParse(Symbol('wrong'))
  return JSON.stringify(contract.describeIssues(error?.issues ?? [])[0]?.message)
}

/** Whether an inbox sends values, as the output of their schema, or receives them as the input. */
type Direction = 'sent' | 'received'

/**
 * Writes the guard of a schema as an expression of the functions in `contract/inbox/guard.ts`. It checks types, required
 * fields, and the bounds of numbers. The service checks the rest of a request, such as the times of a schedule.
 *
 * @param guardOf writes the guard of a part.
 * @throws Error for a schema that no function guards.
 */
const expressionOf = (schema: Schema, direction: Direction, guardOf: (part: Schema) => string): string => {
  const def = defOf(schema)
  switch (def.type) {
    case 'string':
    case 'boolean':
    case 'unknown':
      return def.type
    case 'number': {
      const bounds = (def.checks ?? []).flatMap(({ _zod: { def: check } }) =>
        'inclusive' in check && 'value' in check ? String(check.value) : [],
      )
      return bounds.length > 0 ? call('whole', ...bounds, messageOf(schema)) : def.type
    }
    case 'enum':
      return call('oneOf', JSON.stringify(Object.values(def.entries)), messageOf(schema))
    case 'array':
      return call('list', guardOf(def.element))
    case 'nullable':
      return call('nullable', guardOf(def.innerType))
    case 'optional': {
      const inner = defOf(def.innerType)
      const received = inner.type === 'pipe' ? defOf(inner.in) : inner
      return inner.type === 'pipe' && received.type === 'nullable'
        ? call('maybe', guardOf(received.innerType))
        : call('optional', guardOf(def.innerType))
    }
    case 'catch': {
      // An inbox drops what is invalid, so that it need not tell missing from invalid.
      const inner = defOf(def.innerType)
      return call('ifValid', guardOf(inner.type === 'optional' ? inner.innerType : def.innerType))
    }
    case 'object': {
      const rest = def.catchall && defOf(def.catchall).type
      const fields = Object.entries(def.shape).map(([name, field]) => `${JSON.stringify(name)}: ${guardOf(field)},`)
      if (fields.length > 0) return call(rest === 'never' ? 'strictObject' : 'object', `{${fields.join(' ')}}`)
      return def.catchall && rest !== 'unknown' ? call('record', guardOf(def.catchall)) : 'freeObject'
    }
    case 'record':
      return call('record', guardOf(def.valueType))
    case 'pipe':
      return guardOf(direction === 'sent' ? def.out : def.in)
    case 'union': {
      // In code, a flag of a query is a boolean. In a URL, it is the text of that boolean.
      const options = def.options.filter((option) => direction === 'received' || defOf(option).type !== 'pipe')
      const [one, other] = options
      if (one && !other) return guardOf(one)
      const types = options.map((option) => defOf(option).type).join()
      if (one && other && types === 'number,object') return call('numberOr', guardOf(other))
      if (!one || !other || types !== 'string,array')
        throw new Error('The only unions that contract/inbox/guard.ts can check are string,array and number,object.')
      return def.error ? call('oneOrMore', messageOf(schema)) : call('either', guardOf(other), guardOf(one))
    }
    default:
      throw new Error(`contract/inbox/guard.ts can't check a zod schema of the type "${def.type}". Add a function.`)
  }
}

/** The names of an object's fields. */
const fieldsOf = (schema: Schema): string | undefined => {
  const def = defOf(schema)
  return def.type === 'object' ? Object.keys(def.shape).toSorted().join() : undefined
}

/** The guards that other modules import by name. */
const imported = ['inboxNotification', 'errorBody', 'preferencesChange']

/** Writes a module with the operations of an inbox, and the guards of everything that it sends and receives. */
export const describeGuards = (): string => {
  const names = new Map(
    Object.entries(contract).flatMap(([name, value]) =>
      typeof value === 'object' && '_zod' in value ? [[value as Schema, name] as const] : [],
    ),
  )
  /** The guards of exported structures by name, each after those that it uses. */
  const guards = new Map<string, string>()

  /** Finds the part of a response with the same fields. A part of a request is guarded as that, to save bytes. */
  const findTwin = (schema: Schema) => {
    const fields = fieldsOf(schema)
    if (fields === undefined) return undefined
    return [...names].find(([other, name]) => guards.has(name) && fieldsOf(other) === fields)?.[1]
  }

  const guardOf = (schema: Schema, direction: Direction): string => {
    const name = names.get(schema) ?? (direction === 'sent' ? findTwin(schema) : undefined)
    const write = () => expressionOf(schema, direction, (part) => guardOf(part, direction))
    if (name === undefined) return write()
    if (!guards.has(name)) guards.set(name, write())
    return name
  }

  for (const schema of [contract.inboxNotification, contract.errorBody]) guardOf(schema, 'received')
  const table = Object.entries<Operation>(subscriberOperations).map(
    ([name, { method, path, query, body, response }]) => {
      const parts = [
        `method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}`,
        ...(query ? [`query: ${guardOf(query, 'sent')}`] : []),
        ...(body ? [`body: ${guardOf(body, 'sent')}`] : []),
        `response: ${guardOf(response, 'received')}`,
      ]
      return `${name}: { ${parts.join(', ')} },`
    },
  )

  const code = [...guards]
    .map(([name, text]) => `${imported.includes(name) ? 'export ' : ''}const ${name} = ${text}`)
    .join('\n\n')
  const withoutTexts = `${code} ${table.join(' ')}`.replaceAll(/"(?:\\.|[^"\\])*"/g, '')
  const imports = Object.keys(guard).filter((name) => new RegExp(String.raw`\b${name}\b`).test(withoutTexts))
  return `// npm run docs:schemas writes this file from the operations and the zod schemas of the contract.
import { ${imports.toSorted().join(', ')} } from './guard.ts'

${code}

export const generatedOperations = { ${table.join(' ')} } as const
`
}
