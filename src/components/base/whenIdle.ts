/** Runs a task when the browser is idle, at the latest after 3 seconds. */
export const whenIdle = (task: () => void): void => {
  // Safari has no idle callbacks.
  const run = globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 300))
  run(task, { timeout: 3_000 })
}
