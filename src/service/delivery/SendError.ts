/** Options of SendError. */
export interface SendErrorOptions extends ErrorOptions {
  /** The shortest time until the next try, in seconds, as the provider says it. Default: none. */
  retryAfter?: number | undefined
  /** Device tokens that the provider will never accept again. They are removed from the subscriber. Default: none. */
  deadTokens?: readonly string[]
}

/**
 * A message that was not sent. A sender throws it. The text becomes the `errorText` of the message, without credentials
 * and addresses. Any other error of a sender counts as temporary.
 */
export class SendError extends Error {
  /** Name of the class. */
  override readonly name = 'SendError'
  /** `temporary`: another try may succeed. `permanent`: the provider or the address is refused for good. */
  readonly kind: 'permanent' | 'temporary'
  /** The shortest time until the next try, in seconds. Undefined: the next try is not delayed. */
  readonly retryAfter: number | undefined
  /** Device tokens that the provider will never accept again. */
  readonly deadTokens: readonly string[]

  constructor(kind: 'permanent' | 'temporary', message: string, options: SendErrorOptions = {}) {
    super(message, options)
    this.kind = kind
    this.retryAfter = options.retryAfter
    this.deadTokens = options.deadTokens ?? []
  }
}
