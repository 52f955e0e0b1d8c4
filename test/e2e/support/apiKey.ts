/** The key that the demo of the tests runs with, so that they can look for it where it must not be. */
export const apiKey = 'e2e-Qm7vXw2RkT9pLz4c'
