import * as z from 'zod/mini'
import { buttonTypes } from './inbox/constants.ts'
import { responseObject, freeObject, maybe, openEnum } from './responseSchema.ts'

/** A button of a call to action. */
export const messageButton = responseObject({
  /** Visual weight of the button. */
  type: openEnum(buttonTypes),
  /** Label of the button. */
  content: z.string(),
  /** Text that replaces the button after a click. */
  resultContent: maybe(z.string()),
})
export type MessageButton = z.output<typeof messageButton>

/** The buttons of a call to action, and their state. */
export const messageAction = responseObject({
  /** `done` after a click on one of the buttons, `pending` before. */
  status: maybe(openEnum(['pending', 'done'])),
  /** Buttons in display order. May be empty. */
  buttons: maybe(z.array(messageButton)),
  /** Result of the click. */
  result: maybe(
    responseObject({
      /** Free-form data of the result. */
      payload: maybe(freeObject),
      /** Type of the button that was clicked. */
      type: maybe(openEnum(buttonTypes)),
    }),
  ),
})
export type MessageAction = z.output<typeof messageAction>

/** The call to action of a notification: a link, and buttons. */
export const messageCta = responseObject({
  /** Kind of the call to action: `redirect` opens a URL. */
  type: maybe(openEnum(['redirect'])),
  /** Parameters of the call to action. */
  data: maybe(
    responseObject({
      /** URL that the notification links to. */
      url: maybe(z.string()),
    }),
  ),
  /** Buttons and their state. */
  action: maybe(messageAction),
})
export type MessageCta = z.output<typeof messageCta>
