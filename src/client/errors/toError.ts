/** Converts a thrown value to an Error. JavaScript can throw any value. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
