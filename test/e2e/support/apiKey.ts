/** The API key of the demo in these tests, which they search for where it must not appear. */
export const apiKey = 'e2e-Qm7vXw2RkT9pLz4c'
