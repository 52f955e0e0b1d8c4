import ts from 'typescript'
import * as contract from '../../src/contract/index.ts'
import type { Sources } from '../reference/openSources.ts'
import { addDocs, docTextOf, type JsonSchema } from './addDocs.ts'
import { toComponents, toQuerySchema } from './toJsonSchemas.ts'

type OperationName = contract.OperationName
type ErrorStatus = 400 | 401 | 404 | 409 | 413 | 422 | 429 | 500 | 503

/** What the table of operations does not say. */
interface Words {
  tag: 'Inbox' | 'Subscribers' | 'Integrations' | 'Events'
  summary: string
  description: string
  answer: string
}

const words: Record<OperationName, Words> = {
  appendCredentials: {
    tag: 'Subscribers',
    summary: 'Append credentials to a subscriber',
    description:
      'Adds the credentials of one chat or push provider to those that the subscriber has. Device tokens are added to the existing ones. 400 where no active integration serves the provider.',
    answer: 'The subscriber.',
  },
  getFeed: {
    tag: 'Inbox',
    summary: 'Get the in-app feed of a subscriber',
    description:
      'Lists in-app notifications, newest first. Leave `page` out of the first request. Go on with the `page` of the answer plus 1 while `hasMore` is true.',
    answer: 'One page of the feed. This answer is never wrapped as `{"data": …}`.',
  },
  getActiveIntegrations: {
    tag: 'Integrations',
    summary: 'List the active integrations',
    description: 'Lists the active integrations of the organization with their credentials. Only servers may call it.',
    answer: 'The active integrations.',
  },
  bulkSubscribers: {
    tag: 'Subscribers',
    summary: 'Create or update subscribers',
    description:
      'Creates or updates up to 500 subscribers. A longer list is refused whole. An entry that cannot be stored is in `failed`; the others are stored.',
    answer: 'Each entry of the request is in one of the three lists.',
  },
  getPreferences: {
    tag: 'Inbox',
    summary: 'Get the preferences of a subscriber',
    description: 'Returns the choices of a subscriber for all workflows and for single workflows.',
    answer: 'The preferences.',
  },
  markAs: {
    tag: 'Inbox',
    summary: 'Mark messages as read, seen, unread or unseen',
    description: 'Marks the named messages of a subscriber. Unknown ids are ignored.',
    answer: 'The messages that were found, as they are after the mark. They hold secrets of delivery.',
  },
  markAll: {
    tag: 'Inbox',
    summary: 'Mark all messages as read, seen, unread or unseen',
    description: 'Marks all in-app messages of a subscriber, or those of some feeds.',
    answer: 'Count of the messages that changed.',
  },
  bulkTrigger: {
    tag: 'Events',
    summary: 'Trigger events',
    description:
      'Triggers up to 100 events. A longer list is refused whole. The call succeeds where an event does not: look at the `status` of each result.',
    answer: 'What became of each event, in the order of the request.',
  },
}

const errors: Record<ErrorStatus, string> = {
  400: 'The request cannot be read, or the operation cannot do it. `message` says why.',
  401: 'The Authorization header is missing, malformed or wrong.',
  404: 'The subscriber does not exist.',
  409: 'A request with this idempotency-key is still running. Repeat it after `Retry-After` seconds.',
  413: 'The body is too large. Split it into several calls.',
  422: 'The query or the body is wrong, by field in `errors`; or the idempotency-key was used with another body.',
  429: 'Too many requests. Repeat it after `Retry-After` seconds.',
  500: 'The service failed. Its log has more under the `errorId`.',
  503: 'The service cannot be reached at the moment. Repeat the request after `Retry-After` seconds.',
}

/** Statuses that name a time to wait. */
const delayed: readonly number[] = [409, 429, 503]

const errorsOf = (operation: contract.Operation): ErrorStatus[] => [
  400,
  401,
  ...(operation.path.includes('{subscriberId}') ? [404 as const] : []),
  ...(contract.isWrite(operation) ? ([409, 413] as const) : []),
  422,
  429,
  500,
  503,
]

/** Values of parameters that are left out. */
const defaults: Record<string, unknown> = { limit: contract.feedLimit.default, criticality: 'nonCritical' }

const about = `The eight operations of the notification service.

The key is a secret of your server: no browser may have it. A page reaches its inbox through the proxy of \`tidings/proxy\`.

This describes a service that follows the interface. Production wraps each good answer except the feed's as \`{"data": …}\`; a client that reads both is \`tidings/client\`.`

const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
const namesIn = (value: unknown) =>
  new Set([...JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name))

/** Types of the contract by name, and the doc comment of what is exported under a name. */
const readContract = ({ program, checker }: Sources, file: string) => {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is no module of the program.`)
  const symbols = new Map(
    checker
      .getExportsOfModule(module)
      .map((symbol) => [symbol.name, symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol]),
  )
  const find = (name: string): ts.Symbol => {
    const symbol = symbols.get(name)
    if (!symbol) throw new Error(`tidings/contract exports no ${name}. Export the type of the schema under this name.`)
    return symbol
  }
  return {
    typeOf: (name: string) => checker.getDeclaredTypeOfSymbol(find(name)),
    docOf: (name: string) => docTextOf(checker, find(name)),
  }
}

const schemaName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** The structures of the contract: each exported zod schema under its type's name. */
const describeStructures = (sources: Sources, file: string) => {
  const { typeOf, docOf } = readContract(sources, file)
  const found = Object.entries(contract)
    // A namespace is sorted in Node, and not in every bundler.
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, value]) => (typeof value === 'object' && '_zod' in value ? [{ name, schema: value }] : []))
  const components = toComponents(new Map(found.map(({ name, schema }) => [schemaName(name), schema])))
  for (const { name } of found) {
    const component = components[schemaName(name)]
    if (!component) throw new Error(`zod made no JSON schema of ${name}.`)
    addDocs(sources.checker, component, typeOf(schemaName(name)))
    component.description = docOf(name)
  }
  // The contract reads a page item by item, so that one bad item does not spoil it.
  const page = components['FeedPage']
  if (!page?.properties?.['data']) throw new Error('FeedPage has no list of notifications.')
  page.description = 'One page of an in-app feed.'
  page.properties['data'].items = schemaRef('InboxNotification')
  return { components, nameOf: new Map(found.map(({ name, schema }) => [schema as unknown, schemaName(name)])), typeOf }
}

/** Makes the OpenAPI 3.1 description of the eight operations. */
export const describeApi = (sources: Sources, file: string) => {
  const { components, nameOf, typeOf } = describeStructures(sources, file)

  const answerOf = (schema: unknown): JsonSchema => {
    const name = nameOf.get(schema)
    if (name !== undefined) return schemaRef(name)
    const { def } = schema as { def: { type: string; element?: unknown } }
    if (def.type === 'array') return { type: 'array', items: answerOf(def.element) }
    if (def.type === 'number') return { type: 'integer', minimum: 0 }
    throw new Error(
      'An answer of the contract is no exported structure, no list of one and no number. Export its schema.',
    )
  }

  const queryOf = (schema: contract.Operation['query']) => {
    if (!schema) return []
    const query = toQuerySchema(schema)
    addDocs(sources.checker, query, typeOf(nameOf.get(schema) ?? ''))
    return Object.entries(query.properties ?? {}).map(([name, { description, ...value }]) => ({
      name,
      in: 'query',
      description,
      schema: { ...value, ...(name in defaults && { default: defaults[name] }) },
    }))
  }

  const pathOf = (name: OperationName) => {
    const operation: contract.Operation = contract.operations[name]
    const { tag, summary, description, answer } = words[name]
    const isWrite = contract.isWrite(operation)
    const parameters = [
      ...(operation.path.includes('{subscriberId}') ? [{ $ref: '#/components/parameters/subscriberId' }] : []),
      ...queryOf(operation.query),
      ...(isWrite ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ]
    const body = operation.body && nameOf.get(operation.body)
    return {
      operationId: name,
      tags: [tag],
      summary,
      description,
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && { requestBody: { required: true, content: json(schemaRef(body)) } }),
      responses: {
        [operation.status]: {
          description: answer,
          ...(isWrite && {
            headers: {
              'Idempotency-Key': { description: 'The key of the request, if it had one.', schema: { type: 'string' } },
              'Idempotency-Replay': {
                description: '`true` where this is the answer to an earlier request with the same key.',
                schema: { type: 'string', enum: ['true'] },
              },
            },
          }),
          content: json(answerOf(operation.answer)),
        },
        ...Object.fromEntries(
          errorsOf(operation).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
        ),
      },
    }
  }

  const paths: Record<string, object> = {}
  for (const name of Object.keys(contract.operations) as OperationName[]) {
    const { path, method } = contract.operations[name]
    paths[path] = { ...paths[path], [method.toLowerCase()]: pathOf(name) }
  }

  const responses = Object.fromEntries(
    Object.entries(errors).map(([status, description]) => [
      status,
      {
        description,
        ...(delayed.includes(Number(status)) && {
          headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } },
        }),
        content: json(schemaRef('ErrorBody')),
      },
    ]),
  )

  // Only what an operation needs, however deep.
  const needed = namesIn({ paths, responses })
  for (const name of needed) for (const inner of namesIn(components[name])) needed.add(inner)

  return {
    openapi: '3.1.0',
    // Raise the version when the interface changes. It is not the package's.
    info: {
      title: 'Notification service',
      version: '1.0.0',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this description' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Inbox', description: 'What an inbox reads and marks.' },
      { name: 'Subscribers', description: 'Who gets notifications, and where they are reached.' },
      { name: 'Integrations', description: 'The providers of the organization.' },
      { name: 'Events', description: 'What starts workflows.' },
    ],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`ApiKey <API_KEY>`, with the secret API key of the environment.',
        },
      },
      parameters: {
        subscriberId: {
          name: 'subscriberId',
          in: 'path',
          required: true,
          description: 'The id that you chose for the subscriber, percent-encoded.',
          schema: { type: 'string', minLength: 1 },
        },
        idempotencyKey: {
          name: contract.idempotencyHeader,
          in: 'header',
          description:
            'Makes a repeated request safe: for 24 hours, the same key and body get the first answer again, errors too. Keys belong to the organization, not to a path: use a new one for each operation.',
          schema: { type: 'string', maxLength: contract.maxIdempotencyKey },
        },
      },
      responses,
      schemas: Object.fromEntries(Object.entries(components).filter(([name]) => needed.has(name))),
    },
  }
}
