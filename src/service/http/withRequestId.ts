import { requestIdHeader } from '../../contract/extensions/requestId.ts'

export const withRequestId = (response: Response, id: string): Response => {
  response.headers.set(requestIdHeader, id)
  return response
}
