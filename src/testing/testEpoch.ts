/** The moment at which factories begin: notification number 0 is the oldest, each next one a minute younger. */
export const testEpoch = Date.UTC(2026, 0, 5, 9)
