/** A change that open inboxes must fetch. */
export interface Hint {
  /** The ids of the subscribers whose notifications changed: `["ada"]`. `all`: those of every subscriber. */
  subscriberIds: readonly string[] | 'all'
  /**
   * The service has accepted the change, but may store it only later. An inbox that finds nothing new then fetches
   * again after 1, 3 and 10 seconds. Default false.
   */
  early?: boolean
  /** The id of the browser's stream that caused the change. That stream gets no hint. Default: none. */
  streamId?: string | undefined
}

/** Distributes hints within one process, and between processes if it has a bus. */
export interface LiveHub {
  /**
   * Publishes a hint to all subscriptions of all processes. It never throws or rejects. Hints within 20 milliseconds
   * are joined. Hints that a failing bus loses are reported to `onError`.
   */
  publish(hint: Hint): void
  /** Calls `listener` with each hint for a subscriber. Returns a function that ends the subscription. */
  subscribe(subscriberId: string, listener: (hint: Hint) => void): () => void
  /** Calls `listener` with each hint. Returns a function that ends the subscription. */
  subscribeAll(listener: (hint: Hint) => void): () => void
  /** Whether the bus works: the hints of all processes arrive. True without a bus. */
  isConnected(): boolean
  /** Calls `listener` after each change of `isConnected()`. Returns a function that ends the subscription. */
  onConnectionChange(listener: () => void): () => void
  /** Sends what is being joined, ends all subscriptions, and leaves the bus. */
  close(): Promise<void>
}

/** Carries texts between processes, such as PostgreSQL, Redis or NATS do. */
export interface LiveBus {
  /**
   * Sends a text to every process, this one included. It resolves when the text is sent, and rejects if it can't be. A
   * text has at most 7,000 bytes.
   */
  publish(text: string): Promise<void>
  /**
   * Calls `listener` with each text. It reconnects by itself, and rejects only if it will never work. Returns a
   * function that ends the subscription.
   */
  subscribe(listener: (text: string) => void): Promise<() => void | Promise<void>>
}
