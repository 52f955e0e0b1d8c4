import { isKind, TidingsError } from './TidingsError.ts'

/** Something is put together in a way that can't work: a part stands in the wrong place, or something is missing. */
export class SetupError extends TidingsError {
  override readonly name = 'SetupError'
  readonly kind = 'setup'
}

/** Whether a thrown value is a `SetupError`, whichever copy of the package threw it. */
export const isSetupError = isKind<SetupError>('setup')
