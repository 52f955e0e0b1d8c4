import { createStore } from '../../state/model/createStore.ts'

/** A field that the reader changed, and the state of its save. */
export interface Edit<Value> {
  /** The last value from the fetched data. */
  reported: Value
  /** The last value known to be saved. */
  saved: Value
  /** The value that shows. */
  shown: Value
  /** State of the save. */
  phase: 'saving' | 'saved' | 'failed'
}

/** A new value of a field. */
interface FieldChange<Value> {
  /** The value of the fetched data. */
  reported: Value
  /** The new value. */
  value: Value
}

/** New values of some fields, saved by one call. */
export interface EditRequest<Value> {
  /** Name of a queue. Its requests are saved one after another, so that no response overtakes an earlier one. */
  line: string
  /** The changes, by field. */
  fields: ReadonlyMap<string, FieldChange<Value>>
  /** Saves the values, at this request's turn. If it throws or rejects, the fields revert. */
  save: () => unknown
}

/**
 * Stores the reader's changes, beyond the lifetime of the components that show them. A change shows at once and reverts
 * if it fails to save, unless the field was changed again meanwhile: an older failure never reverts a newer change.
 */
export interface EditMemory<Value> {
  /** All edits, by field. The same map until one changes. */
  snapshot: () => ReadonlyMap<string, Edit<Value>>
  /**
   * Changes fields. The request supersedes queued requests of its line whose fields it all contains: they are never
   * saved.
   */
  change: (request: EditRequest<Value>) => void
  /**
   * Passes the value of newly fetched data. If it differs from the last one, it shows instead of any saved or failed
   * edit.
   */
  report: (field: string, value: Value) => void
  /** Calls the listener after each change. Returns the function that unsubscribes it. */
  subscribe: (listener: () => void) => () => void
}

/** Compares two values. They are small JSON. */
const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The edit of a field, unless the data has changed since. */
export const currentEdit = <Value>(edit: Edit<Value> | undefined, reported: Value): Edit<Value> | undefined =>
  edit && (edit.phase === 'saving' || isSame(edit.reported, reported)) ? edit : undefined

/** Creates an empty memory. */
export const createEditMemory = <Value>(): EditMemory<Value> => {
  type Request = EditRequest<Value>
  const store = createStore<ReadonlyMap<string, Edit<Value>>>(new Map())
  /** By line: the request being saved, then the queued ones. */
  const lines = new Map<string, Request[]>()

  const editOf = (field: string) => store.getState().get(field)
  const write = (changed: Iterable<readonly [string, Edit<Value>]>) =>
    store.setState(new Map([...store.getState(), ...changed]))

  const isSaved = ({ fields }: Request) =>
    [...fields].every(([field, { value }]) => isSame(editOf(field)?.saved, value))

  const settle = ({ fields }: Request, waiting: readonly Request[], succeeded: boolean) =>
    write(
      [...fields].flatMap(([field, { value }]): [string, Edit<Value>][] => {
        const edit = editOf(field)
        if (!edit) return []
        const saved = succeeded ? value : edit.saved
        const isNewer = waiting.some((request) => request.fields.has(field))
        return [
          [
            field,
            isNewer ? { ...edit, saved } : { ...edit, saved, shown: saved, phase: succeeded ? 'saved' : 'failed' },
          ],
        ]
      }),
    )

  const run = async (line: string) => {
    for (let queue = lines.get(line); queue?.[0]; queue = lines.get(line)) {
      const [request] = queue
      let succeeded = true
      try {
        if (!isSaved(request)) await request.save()
      } catch {
        // `save` is a handler of the app, which knows its own error. `phase` shows the failure to the reader.
        succeeded = false
      }
      const waiting = (lines.get(line) ?? []).slice(1)
      lines.set(line, waiting)
      settle(request, waiting, succeeded)
    }
  }

  return {
    snapshot: store.getState,
    subscribe: store.subscribe,
    report: (field, value) => {
      const edit = editOf(field)
      if (!edit || isSame(edit.reported, value)) return
      if (edit.phase === 'saving') return write([[field, { ...edit, reported: value, saved: value }]])
      return store.setState(new Map([...store.getState()].filter(([name]) => name !== field)))
    },
    change: (request) => {
      const { line, fields } = request
      const [current, ...waiting] = lines.get(line) ?? []
      const remaining = waiting.filter((older) => [...older.fields.keys()].some((field) => !fields.has(field)))
      lines.set(line, [...(current ? [current] : []), ...remaining, request])
      write(
        [...fields].map(([field, { reported, value }]) => {
          const saved = currentEdit(editOf(field), reported)?.saved ?? reported
          return [field, { reported, saved, shown: value, phase: 'saving' }]
        }),
      )
      if (!current) void run(line)
    },
  }
}
