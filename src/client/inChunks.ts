import type { FieldIssue } from '../contract/fieldIssues.ts'
import type { Operation } from '../contract/operation.ts'
import { isRequestError, RequestError } from './errors/RequestError.ts'
import { PartialError } from './errors/PartialError.ts'
import type { TidingsTask } from './errors/TidingsError.ts'
import { prepareRequest } from './prepareRequest.ts'

/** An operation whose body is one list of limited length. */
type ListOperation = Operation & { limit: { field: string; max: number } }

/** A long list, and how to send a part of it. */
export interface ChunkedList<Entry, Result> {
  task: TidingsTask
  operation: ListOperation
  entries: readonly Entry[]
  send: (entries: readonly Entry[]) => Promise<Result>
  /** Joins the results of the calls, in order. */
  join: (results: Result[]) => Result
}

/**
 * Sends a long list in allowed calls, one after another: together they would only meet the service's rate limit.
 * @throws RequestError before anything is sent; PartialError where a call failed or was ended by its signal. Also the
 * first one: it may have been carried out, and only the error has the entries as they were sent.
 */
export const inChunks = async <Entry, Result>(list: ChunkedList<Entry, Result>): Promise<Result> => {
  const { task, operation, entries, send, join } = list
  const { field, max } = operation.limit
  if (!Array.isArray(entries)) throw new RequestError(task, [{ field, message: 'must be a list' }])
  const starts = Array.from({ length: Math.ceil(entries.length / max) }, (_, index) => index * max)
  const issues = starts.flatMap((start) => check(task, operation, entries, start))
  if (issues.length > 0) throw new RequestError(task, issues)

  const results: Result[] = []
  for (const start of starts) {
    try {
      results.push(await send(entries.slice(start, start + max)))
    } catch (cause) {
      const remaining = entries.slice(start)
      throw new PartialError(task, { completed: join(results), remaining, count: entries.length, cause })
    }
  }
  return join(results)
}

/** What is wrong with the part that begins at `start`, named by the places in the whole list. */
const check = (
  task: TidingsTask,
  operation: ListOperation,
  entries: readonly unknown[],
  start: number,
): FieldIssue[] => {
  const { field: list, max } = operation.limit
  try {
    prepareRequest(task, operation, { body: { [list]: entries.slice(start, start + max) } })
    return []
  } catch (error) {
    if (!isRequestError(error)) throw error
    return error.fields.map(({ field, message }) => ({
      field: field.replace(/\[(\d+)\]/, (_, index: string) => `[${start + Number(index)}]`),
      message,
    }))
  }
}
