/** The key of the services that these tests start. */
export const apiKey = 'faults-key'

/**
 * Sends a request to the service. Not with `createServiceClient`, which refuses an API key where a DOM is.
 * @throws Error for a response that is no success, or after five seconds.
 */
export const callService = async (serviceUrl: string, path: string, body?: object): Promise<unknown> => {
  const response = await fetch(serviceUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(5_000),
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return answer
}
