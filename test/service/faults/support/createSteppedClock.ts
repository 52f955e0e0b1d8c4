import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const hour = 60 * 60 * 1000
const year = 365 * 24 * hour
const steps = [hour, -hour, year, -year]

/** The wall clock of a server's process, which is set from time to time while it runs. */
export const createSteppedClock = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidings-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'lead')
  const set = (lead: number) => writeFileSync(file, String(lead))
  set(0)
  const script = join(import.meta.dirname, 'steppedClock.js')
  let isRight = true
  return {
    env: { NODE_OPTIONS: `--import ${script}`, CLOCK_FILE: file },
    /** Sets it so many milliseconds ahead. */
    set,
    /** Sets it an hour or a year ahead or back, or right again. */
    step: (random: () => number) => {
      isRight = !isRight
      set(isRight ? 0 : (steps[Math.floor(random() * steps.length)] ?? 0))
    },
  }
}
