import * as z from 'zod/mini'
import { answerObject, freeObject, maybe, openEnum } from './answerSchema.ts'

/** Looks of a button, and of a result (2.5). */
export const buttonTypes = ['primary', 'secondary'] as const

/** A button of a call to action (2.5). */
export const messageButton = answerObject({
  /** Weight of the button. */
  type: openEnum(buttonTypes),
  /** Text of the button. */
  content: z.string(),
  /** Shown in place of the button once it was used. */
  resultContent: maybe(z.string()),
})
export type MessageButton = z.output<typeof messageButton>

/** Buttons of a call to action and what became of them (2.5). */
export const messageAction = answerObject({
  /** `done` once the reader used a button. */
  status: maybe(openEnum(['pending', 'done'])),
  /** The buttons in their order. May be empty. */
  buttons: maybe(z.array(messageButton)),
  /** What came of the buttons. */
  result: maybe(
    answerObject({
      /** Free-form data of the result. */
      payload: maybe(freeObject),
      /** The button that was used. */
      type: maybe(openEnum(buttonTypes)),
    }),
  ),
})
export type MessageAction = z.output<typeof messageAction>

/** What a notification asks its reader to do (2.5). */
export const messageCta = answerObject({
  /** Kind of the call to action: `redirect` opens an address. */
  type: maybe(openEnum(['redirect'])),
  /** What the call to action needs. */
  data: maybe(
    answerObject({
      /** Address that the notification leads to. */
      url: maybe(z.string()),
    }),
  ),
  /** Buttons, and what became of them. */
  action: maybe(messageAction),
})
export type MessageCta = z.output<typeof messageCta>
