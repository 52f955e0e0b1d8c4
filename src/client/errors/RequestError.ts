import type { FieldIssue } from '../../contract/fieldIssues.ts'
import type { TidingsErrorCode } from './errorCode.ts'
import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

const shown = 5

/** Joins problems into one sentence without its full stop. `whole` names the value itself. */
export const listFields = (whole: string, fields: readonly FieldIssue[]): string => {
  const named = fields.slice(0, shown).map(({ field, message }) => `${field === '' ? whole : field} ${message}`)
  const more = fields.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

interface RequestErrorOptions extends ErrorOptions {
  /** Code of a mistake with its own page. Default "TIDINGS_107". */
  code?: TidingsErrorCode
}

/** Invalid input. Nothing was sent. */
export class RequestError extends TidingsError {
  override readonly name = 'RequestError'
  readonly kind = 'request'
  /** Problems of the input, one per field. */
  declare readonly fields: readonly FieldIssue[]

  constructor(
    operation: TidingsTask,
    fields: readonly FieldIssue[],
    { code = 'TIDINGS_107', ...options }: RequestErrorOptions = {},
  ) {
    super(
      code,
      operation,
      {
        what: 'the input is not valid. Nothing was sent.',
        why: `${listFields('The input', fields)}.`,
        cure: inDevelopment(() => process.env.NODE_ENV !== 'production' && 'Correct the input and call again.'),
      },
      options,
    )
    this.fields = fields
  }
}

/** Whether a thrown value is a `RequestError`, whichever copy of the package threw it. */
export const isRequestError = isKind<RequestError>('request')
