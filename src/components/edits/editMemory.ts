import { createStore } from '../../state/model/createStore.ts'
/** A field that its reader changed, and what became of it. */
export interface Edit<Value> {
  /** What the data said when it was last heard of. */
  reported: Value
  /** What is known to be saved since. */
  saved: Value
  /** What shows. */
  shown: Value
  /** How the saving fares. */
  phase: 'saving' | 'saved' | 'failed'
}

/** New values of some fields, saved by one call. */
export interface EditRequest<Value> {
  /** Requests of one line are saved one after another, so that their answers can't overtake each other. */
  line: string
  /** By field: what the data says, and what it shall be. */
  fields: ReadonlyMap<string, { reported: Value; value: Value }>
  /** Called when it is this request's turn. A promise that is rejected, or an error that is thrown, undoes the fields. */
  save: () => unknown
}

/**
 * Remembers what a reader changed: it shows at once, and outlives the parts that show it. What could not be saved shows as
 * it was, unless it was changed again meanwhile: an older failure never undoes a newer change.
 */
export interface EditMemory<Value> {
  /** The same map for as long as nothing changes. */
  snapshot: () => ReadonlyMap<string, Edit<Value>>
  /** Changes fields. What still waits in that line, and names no other fields, is never sent. */
  change: (request: EditRequest<Value>) => void
  /** Tells what the data says now. Where that is news, it is what shows, whatever was changed before. */
  report: (field: string, value: Value) => void
  /** Tells of each change, until the function that it returns is called. */
  subscribe: (listener: () => void) => () => void
}

/** Values are small JSON: as text they are the same, or not. */
const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The edit of a field, unless the data has changed since. */
export const currentEdit = <Value>(edit: Edit<Value> | undefined, reported: Value): Edit<Value> | undefined =>
  edit && (edit.phase === 'saving' || isSame(edit.reported, reported)) ? edit : undefined

/** Makes an empty memory. */
export const createEditMemory = <Value>(): EditMemory<Value> => {
  type Request = EditRequest<Value>
  const store = createStore<ReadonlyMap<string, Edit<Value>>>(new Map())
  /** By line: what is being saved, and then what waits. */
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
        // The error is the host's own, which made it. The reader is told by the phase.
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
      const kept = waiting.filter((older) => [...older.fields.keys()].some((field) => !fields.has(field)))
      lines.set(line, [...(current ? [current] : []), ...kept, request])
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
