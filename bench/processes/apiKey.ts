/** The key of the services that benches start. */
export const apiKey = 'bench-key'
