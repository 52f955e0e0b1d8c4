/**
 * A handler of the host whose errors are told to `report` as well: a button or a switch shows the reader that it failed, and
 * not the host why.
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
