/**
 * The app also learns of errors of its handler through `report`: a button or switch only shows the reader that it
 * failed. The error is thrown again.
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
