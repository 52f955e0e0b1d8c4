import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from './ask.ts'

const mail = z.object({
  id: z.string(),
  subject: z.string(),
  content: z.string(),
  createdAt: z.string(),
  state: z.enum(['sent', 'waiting', 'unsent']),
  reason: z.string(),
  source: z.nullable(z.string()),
})
/** A mail to the signed-in person, with what became of it. */
export type Mail = z.output<typeof mail>

/** The newest mails to a person, polled while the page is visible. */
export const useSent = (person: string) =>
  useQuery({
    queryKey: ['sent', person],
    queryFn: () => ask('/sent', z.array(mail)),
    refetchInterval: 1_500,
  })
