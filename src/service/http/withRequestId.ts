import { requestIdHeader } from '../../contract/extensions/requestId.ts'

/** Adds the id of the request to its response. */
export const withRequestId = (response: Response, id: string): Response => {
  response.headers.set(requestIdHeader, id)
  return response
}
