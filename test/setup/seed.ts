/**
 * The seed of random cases: the same in each `npm test`, so that a failure comes from a change. The soak and the faults
 * choose another one in each run, and print it: pass it in SEED to repeat a run.
 */
export const seed = Number(process.env['SEED'] ?? 1)
