import ts from 'typescript'
import { isWrapped } from '../../src/contract/behavior.ts'
import * as contract from '../../src/contract/index.ts'
import type { Sources } from '../reference/openSources.ts'
import { addDocs, docTextOf, type JsonSchema } from './addDocs.ts'
import { toComponents, toQuerySchema } from './toJsonSchemas.ts'

type OperationName = contract.OperationName | contract.ExtensionName
type ErrorStatus = 400 | 401 | 404 | 409 | 413 | 422 | 429 | 500 | 503

/** The texts of an operation, in addition to the operations table. */
interface Texts {
  /** The group of the operation. */
  tag: 'Inbox' | 'Subscribers' | 'Integrations' | 'Events' | 'Messages'
  /** Title of the operation. */
  summary: string
  /** What the operation does. */
  description: string
  /** What the response contains. */
  response: string
}

const alwaysWrapped = 'This response is always wrapped as `{"data": …}`.'
const unknownId = 'Responds with 404 if the subscriber does not have it.'

const onOne = (summary: string, description: string): Texts => ({
  tag: 'Inbox',
  summary,
  description: `An extension of the interface. ${description} ${unknownId}`,
  response: `The notification, after the change. ${alwaysWrapped}`,
})

const onAction = (verb: string, type: string, state: string): Texts =>
  onOne(
    `${verb} the ${type} action`,
    `Stores that the ${type} button of a notification ${state}. Responds with 400 if there is no such button.`,
  )

const onAll = (summary: string, description: string): Texts => ({
  tag: 'Inbox',
  summary,
  description: `An extension of the interface. ${description} that match. The body \`{}\` matches all.`,
  response: 'The notifications are changed.',
})

const texts: Record<OperationName, Texts> = {
  appendCredentials: {
    tag: 'Subscribers',
    summary: 'Append credentials to a subscriber',
    description:
      'Adds the credentials of one chat or push provider to those of the subscriber. Device tokens are added to the existing ones. Responds with 400 if the provider has no active integration.',
    response: 'The subscriber.',
  },
  getFeed: {
    tag: 'Inbox',
    summary: 'Get the in-app feed of a subscriber',
    description:
      'Lists in-app notifications, newest first. Omit `page` in the first request. While `hasMore` is true, request the `page` of the response plus 1.',
    response: 'One page of the feed. This response is never wrapped as `{"data": …}`.',
  },
  getActiveIntegrations: {
    tag: 'Integrations',
    summary: 'List the active integrations',
    description: 'Lists the active integrations of the organization with their credentials. Only servers may call it.',
    response: 'The active integrations.',
  },
  bulkSubscribers: {
    tag: 'Subscribers',
    summary: 'Create or update subscribers',
    description:
      'Creates or updates up to 500 subscribers. A longer list is rejected as a whole. Entries that cannot be stored are listed in `failed`; the others are stored.',
    response: 'Each entry of the request is in one of the three lists.',
  },
  getPreferences: {
    tag: 'Inbox',
    summary: 'Get the preferences of a subscriber',
    description: 'Returns the preferences of a subscriber for all workflows and for single workflows.',
    response: 'The preferences.',
  },
  updatePreferences: {
    tag: 'Inbox',
    summary: 'Update the preferences of a subscriber',
    description:
      'An extension of the interface. Changes the channels of all workflows or of one, and the schedule. What the body omits stays as it is. Responds with 404 for an unknown workflow, and with 400 for a critical one.',
    response: 'The preferences, of workflows that are not critical. This response is always wrapped as `{"data": …}`.',
  },
  listNotifications: {
    tag: 'Inbox',
    summary: 'List notifications',
    description:
      'An extension of the interface. Lists in-app notifications, newest first: those of the feed, or with `archived=true` or `snoozed=true` those that the subscriber has put aside. For the next page, send the id of the last notification as `after`.',
    response: 'A page of notifications. This response is never wrapped as `{"data": …}`.',
  },
  countNotifications: {
    tag: 'Inbox',
    summary: 'Count notifications',
    description: 'An extension of the interface. Counts the in-app notifications that match each filter, at most 30.',
    response: `A count for each filter, in the order of the request. ${alwaysWrapped}`,
  },
  readNotification: onOne('Mark a notification as read', 'Marks a notification as read and seen.'),
  unreadNotification: onOne('Mark a notification as unread', 'Marks a notification as unread, and unarchives it.'),
  archiveNotification: onOne('Archive a notification', 'Archives a notification, and marks it as read and seen.'),
  unarchiveNotification: onOne('Unarchive a notification', 'Returns a notification from the archive to the feed.'),
  snoozeNotification: onOne(
    'Snooze a notification',
    'Takes a notification out of the feed until a time within a year, then delivers it again: unread, at the top.',
  ),
  unsnoozeNotification: onOne('Unsnooze a notification', 'Returns a snoozed notification to its place in the feed.'),
  completePrimaryAction: onAction('Complete', 'primary', 'was used'),
  completeSecondaryAction: onAction('Complete', 'secondary', 'was used'),
  revertPrimaryAction: onAction('Revert', 'primary', 'is unused again'),
  revertSecondaryAction: onAction('Revert', 'secondary', 'is unused again'),
  readAllNotifications: onAll('Mark all notifications as read', 'Marks all notifications of the feed as read'),
  archiveAllNotifications: onAll('Archive all notifications', 'Archives all notifications of the feed'),
  archiveReadNotifications: onAll('Archive all read notifications', 'Archives all read notifications of the feed'),
  deleteAllNotifications: onAll(
    'Delete all notifications',
    'Deletes all notifications, archived and snoozed ones too,',
  ),
  seeNotifications: onAll(
    'Mark notifications as seen',
    'Marks notifications as seen, all of the feed or those with ids,',
  ),
  batchNotifications: {
    tag: 'Inbox',
    summary: 'Change notifications by their ids',
    description:
      'An extension of the interface, which production lacks. Archives, unarchives, snoozes, unsnoozes or deletes up to 100 notifications. Ids that the subscriber does not have are ignored.',
    response: `The notifications that were found, after the change. Deleted ones are as they were. ${alwaysWrapped}`,
  },
  getSubscriber: {
    tag: 'Subscribers',
    summary: 'Get a subscriber',
    description:
      'An extension of the interface. Returns a subscriber with its credentials, so only servers may call it.',
    response: `The subscriber. ${alwaysWrapped}`,
  },
  deleteSubscriber: {
    tag: 'Subscribers',
    summary: 'Delete a subscriber',
    description:
      'An extension of the interface. Deletes a subscriber with its messages, marks and preferences, for good. The next event to it creates it again.',
    response: `The subscriber is deleted. ${alwaysWrapped}`,
  },
  deleteNotification: {
    tag: 'Inbox',
    summary: 'Delete a notification',
    description: `An extension of the interface. Deletes a notification for good. ${unknownId}`,
    response: 'The notification is deleted.',
  },
  cancelEvent: {
    tag: 'Events',
    summary: 'Cancel an event',
    description:
      'An extension of the interface. Cancels what waits of an event: its delays, its part of a digest, and its messages that were not sent yet. Only servers may call it.',
    response: `Whether anything waited. ${alwaysWrapped}`,
  },
  listMessages: {
    tag: 'Messages',
    summary: 'List messages of all channels',
    description:
      'An extension of the interface. Lists messages, newest first, with the state of their delivery: `errorText` says why a message was not sent, or waits. Only servers may call it.',
    response: 'A page of messages, with delivery credentials. This response is never wrapped as `{"data": …}`.',
  },
  markAs: {
    tag: 'Inbox',
    summary: 'Mark messages as read, seen, unread or unseen',
    description: 'Marks the messages with these ids. Unknown ids are ignored.',
    response: 'The messages that were found, after the mark. They contain delivery credentials.',
  },
  markAll: {
    tag: 'Inbox',
    summary: 'Mark all messages as read, seen, unread or unseen',
    description: 'Marks all in-app messages of a subscriber, or those of some feeds.',
    response: 'Number of messages that changed. With `returnIds`, an extension of the interface, also which they are.',
  },
  bulkTrigger: {
    tag: 'Events',
    summary: 'Trigger events',
    description:
      'Triggers up to 100 events. A longer list is rejected as a whole. The call succeeds even if an event fails: check the `status` of each result.',
    response: 'The result of each event, in the order of the request.',
  },
}

const errors: Record<ErrorStatus, string> = {
  400: 'The request is malformed or cannot be performed. `message` contains the reason.',
  401: 'The Authorization header is missing, malformed or wrong.',
  404: 'The subscriber or the notification does not exist.',
  409: 'A request with this idempotency-key is still running. Retry after `Retry-After` seconds.',
  413: 'The body is too large. Split it into several calls.',
  422: 'The query or the body is invalid (`errors` lists the fields), or the idempotency-key was used with another body.',
  429: 'Too many requests. Retry after `Retry-After` seconds.',
  500: 'The service failed. Search its log for the `errorId`.',
  503: 'The service is unavailable. Retry after `Retry-After` seconds.',
}

/** Statuses with a `Retry-After` header. */
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

/** Values of omitted parameters. */
const defaults: Record<string, unknown> = { limit: contract.feedLimit.default, criticality: 'nonCritical' }

const about = `The eight operations of the notification service, and its extensions.

The API key is a secret of your server and must not reach a browser. Browsers access the inbox through the proxy in \`tidings/proxy\`.

This describes a service that follows the interface. Production wraps each successful response except the feed's as \`{"data": …}\`. The client in \`tidings/client\` reads both.`

const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
const wrapped = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { data },
  required: ['data'],
})
const namesIn = (value: unknown) =>
  new Set([...JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name))

/** Types of the contract by name, and the doc comments of its exports. */
const readContract = ({ program, checker }: Sources, file: string) => {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is not a module of the program.`)
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

/** The structures of the contract: each exported zod schema under the name of its type. */
const describeStructures = (sources: Sources, file: string) => {
  const { typeOf, docOf } = readContract(sources, file)
  const found = Object.entries(contract)
    // Namespaces are sorted in Node, but not in every bundler.
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, value]) => (typeof value === 'object' && '_zod' in value ? [{ name, schema: value }] : []))
  const components = toComponents(new Map(found.map(({ name, schema }) => [schemaName(name), schema])))
  for (const { name } of found) {
    const component = components[schemaName(name)]
    if (!component) throw new Error(`zod created no JSON schema for ${name}.`)
    addDocs(sources.checker, component, typeOf(schemaName(name)))
    component.description = docOf(name)
  }
  // The contract reads the notifications of a page one by one, so that one invalid notification doesn't affect the
  // others.
  const page = components['FeedPage']
  if (!page?.properties?.['data']) throw new Error('FeedPage has no list of notifications.')
  page.description = 'One page of an in-app feed.'
  page.properties['data'].items = schemaRef('InboxNotification')
  const marked = components['MarkAllResponse']
  if (!marked) throw new Error('The contract has no response of a mark-all.')
  marked.anyOf = [{ type: 'integer', minimum: 0 }, schemaRef('MarkedAll')]
  return { components, nameOf: new Map(found.map(({ name, schema }) => [schema as unknown, schemaName(name)])), typeOf }
}

/** All operations of the service. */
const operations = { ...contract.operations, ...contract.extensionOperations }

/** Describes the operations in OpenAPI 3.1. */
export const describeApi = (sources: Sources, file: string) => {
  const { components, nameOf, typeOf } = describeStructures(sources, file)

  const responseOf = (schema: unknown): JsonSchema => {
    const name = nameOf.get(schema)
    if (name !== undefined) return schemaRef(name)
    const { def } = schema as { def: { type: string; element?: unknown } }
    if (def.type === 'array') return { type: 'array', items: responseOf(def.element) }
    if (def.type === 'boolean') return { type: 'boolean' }
    throw new Error('A response of the contract is not an exported structure or a list of one. Export its schema.')
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
    const operation: contract.Operation = operations[name]
    const { tag, summary, description, response } = texts[name]
    const isWrite = contract.isWrite(operation)
    const parameters = [
      ...(operation.path.includes('{subscriberId}') ? [{ $ref: '#/components/parameters/subscriberId' }] : []),
      ...(operation.path.includes('{id}') ? [{ $ref: '#/components/parameters/id' }] : []),
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
          description: response,
          ...(isWrite && {
            headers: {
              'Idempotency-Key': { description: 'The key of the request, if it had one.', schema: { type: 'string' } },
              'Idempotency-Replay': {
                description: '`true` if this repeats the response to an earlier request with the same key.',
                schema: { type: 'string', enum: ['true'] },
              },
            },
          }),
          ...(operation.status !== 204 && {
            content: json(
              isWrapped(name, { hasEnvelope: false })
                ? wrapped(responseOf(operation.response))
                : responseOf(operation.response),
            ),
          }),
        },
        ...Object.fromEntries(
          errorsOf(operation).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
        ),
      },
    }
  }

  const paths: Record<string, object> = {}
  for (const name of Object.keys(operations) as OperationName[]) {
    const { path, method } = operations[name]
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

  // Only the structures that an operation uses, directly or not.
  const needed = namesIn({ paths, responses })
  for (const name of needed) for (const inner of namesIn(components[name])) needed.add(inner)

  return {
    openapi: '3.1.0',
    // Raise the version when the interface changes. It is not the package's version.
    info: {
      title: 'Notification service',
      version: '1.0.0',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The service that serves this description' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Inbox', description: 'Feed, preferences and marks of an inbox.' },
      { name: 'Subscribers', description: 'Recipients of notifications and their channels.' },
      { name: 'Integrations', description: 'The providers of the organization.' },
      { name: 'Events', description: 'Events that start workflows.' },
      { name: 'Messages', description: 'What became of messages of all channels.' },
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
          description: 'Your id of the subscriber, percent-encoded.',
          schema: { type: 'string', minLength: 1 },
        },
        id: {
          name: 'id',
          in: 'path',
          required: true,
          description: 'Id of the notification, the `_id` of its feed item. Of an event: its `transactionId`.',
          schema: { type: 'string', minLength: 1 },
        },
        idempotencyKey: {
          name: contract.idempotencyHeader,
          in: 'header',
          description:
            'Makes retries safe: for 24 hours, requests with the same key and body get the first response again, including errors. Keys belong to the organization, not to a path: use a new key for each operation.',
          schema: { type: 'string', maxLength: contract.maxIdempotencyKey },
        },
      },
      responses,
      schemas: Object.fromEntries(Object.entries(components).filter(([name]) => needed.has(name))),
    },
  }
}
