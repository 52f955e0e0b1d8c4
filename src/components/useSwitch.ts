import { useState } from 'react'

interface Attempt {
  /** What was known to be saved when it was made. */
  from: boolean
  /** What shows meanwhile. */
  shown: boolean
  phase: 'saving' | 'saved' | 'failed'
}

export interface Switch {
  checked: boolean
  isSaving: boolean
  hasFailed: boolean
  /** Turns it over. Nothing happens while an earlier turn is being saved. */
  toggle: () => void
}

/**
 * A switch that shows its new state at once, and the old one again if that could not be saved.
 * @param checked what is known to be saved. When it changes, it is what shows, whatever was pressed before.
 * @param save may return a promise; when it is rejected, or an error is thrown, the switch turns back.
 */
export const useSwitch = (checked: boolean, save: (checked: boolean) => unknown): Switch => {
  const [attempt, setAttempt] = useState<Attempt>()
  if (attempt && attempt.from !== checked) setAttempt(undefined)

  const shown = attempt?.shown ?? checked
  const isSaving = attempt?.phase === 'saving'
  const run = async () => {
    const wanted = !shown
    setAttempt({ from: checked, shown: wanted, phase: 'saving' })
    try {
      await save(wanted)
      setAttempt({ from: checked, shown: wanted, phase: 'saved' })
    } catch {
      // The error is the host's own, which made it. The reader is told by `hasFailed`.
      setAttempt({ from: checked, shown, phase: 'failed' })
    }
  }
  return {
    checked: shown,
    isSaving,
    hasFailed: attempt?.phase === 'failed',
    toggle: () => {
      if (!isSaving) void run()
    },
  }
}
