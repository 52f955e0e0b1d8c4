import * as z from 'zod/mini'

const problem = z.object({ message: z.string() })

/**
 * Sends a request to the app's own server.
 * @param body makes it a POST.
 * @throws Error with the server's message.
 */
export const ask = async <Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  body?: object,
): Promise<z.output<Schema>> => {
  const response = await fetch(`/api${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (response.ok) return schema.parse(answer)
  throw new Error(problem.safeParse(answer).data?.message ?? `The server responded with status ${response.status}.`)
}
