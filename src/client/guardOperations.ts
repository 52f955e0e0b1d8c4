import type * as z from 'zod/mini'
import { describeIssues } from '../contract/fieldIssues.ts'
import { type Guard, nothing, strictObject } from '../contract/inbox/guard.ts'
import type { GuardedOperation } from '../contract/inbox/guardedOperations.ts'
import type { Operation } from '../contract/operation.ts'

const guardOf =
  <Schema extends z.ZodMiniType>(schema: Schema): Guard<z.output<Schema>> =>
  (value, issues) => {
    const read = schema.safeParse(value)
    if (!read.success) issues.push(...describeIssues(read.error.issues, value))
    return read.data as z.output<Schema>
  }

/** Converts the schema of a body. A free-form object in it may contain a BigInt or itself, which JSON can't. */
const bodyGuardOf = (schema: z.ZodMiniType): Guard<unknown> => {
  const guard = guardOf(schema)
  return (value, issues) => {
    const body = guard(value, issues)
    try {
      JSON.stringify(body)
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'no reason given'
      issues.push({ field: '', message: `can't be converted to JSON (${reason})` })
    }
    return body
  }
}

type Guarded<Called extends Operation> = Pick<Called, 'limit' & keyof Called> &
  GuardedOperation<z.output<Called['response']>>

/** Converts the schemas of an operation to guards, for a client that runs on a server. */
export const guardOperation = <Called extends Operation>(operation: Called): Guarded<Called> => {
  const { query, body, response, ...route } = operation
  return {
    ...route,
    query: query ? guardOf(query) : strictObject({}),
    ...(body && { body: bodyGuardOf(body) }),
    response: operation.status === 204 ? nothing : guardOf(response),
  } as Guarded<Called>
}

/** Converts the schemas of a table of operations. */
export const guardOperations = <Table extends Record<string, Operation>>(
  table: Table,
): { [Name in keyof Table]: Guarded<Table[Name]> } =>
  Object.fromEntries(Object.entries(table).map(([name, operation]) => [name, guardOperation(operation)])) as never
