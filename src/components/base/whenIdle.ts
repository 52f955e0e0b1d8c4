/** Runs the task after 3 seconds at the latest. */
export const whenIdle = (task: () => void): void => {
  // Safari has no idle callbacks.
  const run = globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 300))
  run(task, { timeout: 3_000 })
}
