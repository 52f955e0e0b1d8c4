import type { FieldIssue } from '../../contract/fieldIssues.ts'
import { listFields } from './RequestError.ts'
import { isKind, TidingsError, type TidingsTask } from './TidingsError.ts'
import { inDevelopment } from './warnOnce.ts'

/** A good answer that can't be read: it breaks the contract, or is no JSON at all. */
export class ContractError extends TidingsError {
  override readonly name = 'ContractError'
  readonly kind = 'contract'
  /** What is wrong with the answer, field by field. */
  readonly fields: readonly FieldIssue[]

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
