import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, openEnum } from './answerSchema.ts'

/** Looks of a button, and of a result (2.5). */
export const buttonTypes = ['primary', 'secondary'] as const

/** A button of a call to action (2.5). */
export const messageButton = answerObject({
  type: openEnum(buttonTypes),
  content: z.string(),
  /** Shown in place of the button once it was used. */
  resultContent: maybe(z.string()),
})
export type MessageButton = z.output<typeof messageButton>

/** Buttons of a call to action and what became of them (2.5). */
export const messageAction = answerObject({
  status: maybe(openEnum(['pending', 'done'])),
  buttons: maybe(z.array(messageButton)),
  result: maybe(answerObject({ payload: maybe(freeObject), type: maybe(openEnum(buttonTypes)) })),
})
export type MessageAction = z.output<typeof messageAction>

/** What a notification asks its reader to do (2.5). */
export const messageCta = answerObject({
  type: maybe(openEnum(['redirect'])),
  data: maybe(answerObject({ url: maybe(z.string()) })),
  action: maybe(messageAction),
})
export type MessageCta = z.output<typeof messageCta>
