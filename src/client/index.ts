export type { CallOptions, ClientEnvironment, ClientOptions, RetryOptions } from './clientOptions.ts'
export { createInboxClient, type FeedRequest, type InboxClient, type InboxClientOptions } from './createInboxClient.ts'
export {
  createServiceClient,
  type ChunkedCallOptions,
  type ServiceClient,
  type ServiceClientOptions,
} from './createServiceClient.ts'
export type { SubscriberHash } from './hashSource.ts'
export type { TidingsErrorCode } from './errors/errorCode.ts'
export { ContractError, isContractError } from './errors/ContractError.ts'
export { HttpError, isHttpError } from './errors/HttpError.ts'
export { isLimitError, LimitError } from './errors/LimitError.ts'
export { isNetworkError, NetworkError } from './errors/NetworkError.ts'
export { isPartialError, PartialError } from './errors/PartialError.ts'
export { isRequestError, RequestError } from './errors/RequestError.ts'
export { isTidingsError, TidingsError, type TidingsErrorKind, type TidingsTask } from './errors/TidingsError.ts'
export { isSetupError, SetupError } from './errors/SetupError.ts'
export { isTimeoutError, TimeoutError } from './errors/TimeoutError.ts'
