import { notifyManager } from '@tanstack/react-query'
import { act } from '@testing-library/react'

/**
 * Runs a task, and renders what it changed. TanStack notifies components in a task of its own, after the promise of a
 * fetch resolves, and a plain `act` may end before.
 */
export const actAndRender = <Result>(task: () => Promise<Result>): Promise<Result> =>
  act(async () => {
    const result = await task()
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    return result
  })
