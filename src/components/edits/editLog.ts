import { createStore } from '../../state/model/createStore.ts'

/** Values by field. */
export type Fields = Readonly<Record<string, unknown>>

/** A change of the user, and the state of its save. */
export interface Edit {
  /** The new values of the changed fields. */
  values: Fields
  /** The fetched values of all fields, in place of which it shows: those when it was made, or later during its save. */
  fetched: Fields
  /** State of the save. */
  phase: 'saving' | 'saved' | 'failed'
}

/**
 * Logs the user's changes of some fields, beyond the lifetime of the components that show them. A change shows at
 * once and reverts if it fails to save, unless the field was changed again meanwhile: an older failure never reverts a
 * newer change. See `shownFields`.
 */
export interface EditLog {
  /** All edits, in the order in which they were made. The same list until one changes. */
  getState: () => readonly Edit[]
  /** Calls the listener after each change. Returns the function that unsubscribes it. */
  subscribe: (listener: () => void) => () => void
  /**
   * Changes fields. Changes are saved one after another, so that no response overtakes an earlier one. A change is
   * never saved if, at its turn, a later one has all its fields.
   *
   * @param fetched the fetched values of all fields.
   * @param values the new values of the changed fields.
   * @param save saves them. If it throws or rejects, the change reverts.
   */
  change: (fetched: Fields, values: Fields, save: () => unknown) => void
  /**
   * Drops saved and failed edits of fields whose fetched value has changed since their save: the fetched one shows.
   * Call it each time values are fetched.
   */
  prune: (fetched: Fields) => void
}

/** Whether the fields of an edit have the same values. They are small JSON. */
const isSame = ({ values }: Edit, before: Fields, fetched: Fields) =>
  Object.keys(values).every((field) => JSON.stringify(before[field]) === JSON.stringify(fetched[field]))

const applies = (edit: Edit, fetched: Fields) => edit.phase === 'saving' || isSame(edit, edit.fetched, fetched)

const merge = (fetched: Fields, edits: readonly Edit[]): Fields =>
  Object.assign({}, fetched, ...edits.filter((edit) => applies(edit, fetched)).map(({ values }) => values))

/** The fields as they show: as they were fetched, with the edits that did not fail. */
export const shownFields = (fetched: Fields, edits: readonly Edit[]): Fields =>
  merge(
    fetched,
    edits.filter(({ phase }) => phase !== 'failed'),
  )

/** The fields as they are known to be saved. */
export const savedFields = (fetched: Fields, edits: readonly Edit[]): Fields =>
  merge(
    fetched,
    edits.filter(({ phase }) => phase === 'saved'),
  )

/** The state of the last edit of a field. Undefined if there is none. */
export const phaseOf = (field: string, fetched: Fields, edits: readonly Edit[]): Edit['phase'] | undefined =>
  edits.filter((edit) => field in edit.values && applies(edit, fetched)).at(-1)?.phase

export const createEditLog = (): EditLog => {
  const { getState, setState, subscribe } = createStore<readonly Edit[]>([])
  let lastSave = Promise.resolve()

  const run = async (edit: Edit, save: () => unknown) => {
    const index = getState().indexOf(edit)
    const isSuperseded = getState().some(
      ({ values }, otherIndex) => otherIndex > index && Object.keys(edit.values).every((field) => field in values),
    )
    let phase: Edit['phase'] = 'saved'
    try {
      if (!isSuperseded) await save()
    } catch {
      // `save` is a handler of the app, which knows its own error. `phase` shows the failure to the user.
      phase = 'failed'
    }
    const settled = isSuperseded ? [] : { ...edit, phase }
    setState(getState().flatMap((other) => (other === edit ? settled : other)))
  }

  return {
    getState,
    subscribe,
    change: (fetched, values, save) => {
      const edit: Edit = { values, fetched, phase: 'saving' }
      const isFirst = getState().every(({ phase }) => phase !== 'saving')
      setState([...getState(), edit])
      lastSave = isFirst ? run(edit, save) : lastSave.then(() => run(edit, save))
    },
    prune: (fetched) => {
      const current = getState().filter((edit) => applies(edit, fetched))
      // What is fetched during a save, and is not its result, may be that of the edit before, so this one still shows.
      for (const edit of current) if (!isSame(edit, edit.values, fetched)) edit.fetched = fetched
      if (current.length < getState().length) setState(current)
    },
  }
}
