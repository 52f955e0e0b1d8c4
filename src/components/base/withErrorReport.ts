/**
 * Wraps a handler of the app so that its errors also reach `report`: a button or switch shows the user that it
 * failed, but not the app why. The error is thrown again.
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
