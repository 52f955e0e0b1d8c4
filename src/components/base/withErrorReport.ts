/**
 * Passes errors of the app's handler to `report` and throws them again: a button or switch shows the reader that it
 * failed, but not the app why.
 */
export const withErrorReport = <Args extends unknown[]>(
  handler: ((...args: Args) => unknown) | undefined,
  report: (error: unknown) => void,
) =>
  handler &&
  (async (...args: Args): Promise<unknown> => {
    try {
      return await handler(...args)
    } catch (error) {
      report(error)
      throw error
    }
  })
