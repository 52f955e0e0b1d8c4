import { isKind, TidingsError } from './TidingsError.ts'

/** A set-up that can't work: a component in the wrong place, or a missing option or package. */
export class SetupError extends TidingsError {
  override readonly name = 'SetupError'
  readonly kind = 'setup'
}

/** Whether a thrown value is a `SetupError`, whichever copy of the package threw it. */
export const isSetupError = isKind<SetupError>('setup')
