/** The error that a promise rejects with. */
export const errorOf = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It was to reject.')
}
