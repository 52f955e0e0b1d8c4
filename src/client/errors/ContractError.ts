import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { listFields } from './RequestError.ts'
import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/** A successful response that is invalid: it does not match the contract, or is not JSON. */
export class ContractError extends TidingsError {
  override readonly name = 'ContractError'
  readonly kind = 'contract'
  /** Problems of the response, one per field. */
  declare readonly fields: readonly FieldIssue[]

  constructor(operation: TidingsTask, fields: readonly FieldIssue[]) {
    super('TIDINGS_106', operation, {
      what: 'the response of the service is not valid.',
      why: `${listFields('The response', fields)}.`,
      cure: inDevelopment(
        () =>
          process.env.NODE_ENV !== 'production' &&
          'Check that `baseUrl` is the address of the service or its proxy, and that both have a compatible version.',
      ),
    })
    this.fields = fields
  }
}

/** Whether a thrown value is a `ContractError`, whichever copy of the package threw it. */
export const isContractError = isKind<ContractError>('contract')
