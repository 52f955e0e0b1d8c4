import { type ExtensionName, extensionOperations } from '../../contract/extensions/extensionOperations.ts'
import { type OperationName, operations } from '../../contract/operations.ts'

/** The operations at the addresses of the service. */
export const served = { ...operations, ...extensionOperations }
export type ServedName = OperationName | ExtensionName
