/** What was thrown, as an Error: JavaScript lets anything be thrown. */
export const toError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
