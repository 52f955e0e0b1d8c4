/** A command that can't be carried out. Printed as one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** 2: it was typed wrong. 1: what it needs is not to be had. */
  readonly exitCode: 1 | 2

  constructor(exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
