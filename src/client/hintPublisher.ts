/** Publishes hints: a hub of `createLiveHub` of tidings/live. */
export interface HintPublisher {
  /** Publishes a hint. It returns immediately, and does not throw. */
  publish(hint: {
    /** The ids of the subscribers whose notifications change. */
    subscriberIds: readonly string[]
    /** The service has accepted the change, but may store it only later. */
    early: boolean
  }): void
}
