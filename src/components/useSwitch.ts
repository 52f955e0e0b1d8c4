import { useEffect, useSyncExternalStore } from 'react'
import { currentEdit, type EditMemory } from './editMemory.ts'

export interface Switch {
  checked: boolean
  isSaving: boolean
  hasFailed: boolean
  /** Turns it over. While an earlier turn is being saved, the new one waits for it. */
  toggle: () => void
}

/**
 * A switch that shows its new state at once, and the old one again if that could not be saved.
 * @param memory keeps what was switched, under the name `field`.
 * @param checked what is known to be saved. When it changes, it is what shows, whatever was pressed before.
 * @param save may return a promise; when it is rejected, or an error is thrown, the switch turns back.
 */
export const useSwitch = (
  memory: EditMemory<boolean>,
  field: string,
  checked: boolean,
  save: (checked: boolean) => unknown,
): Switch => {
  const read = () => memory.snapshot().get(field)
  const edit = currentEdit(useSyncExternalStore(memory.subscribe, read, read), checked)
  useEffect(() => memory.report(field, checked), [memory, field, checked])

  const shown = edit?.shown ?? checked
  return {
    checked: shown,
    isSaving: edit?.phase === 'saving',
    hasFailed: edit?.phase === 'failed',
    toggle: () => {
      // Asked of the memory, not of the last render: two presses may come before one.
      const value = !(currentEdit(read(), checked)?.shown ?? checked)
      memory.change({ line: field, fields: new Map([[field, { reported: checked, value }]]), save: () => save(value) })
    },
  }
}
