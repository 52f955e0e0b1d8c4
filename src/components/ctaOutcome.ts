import type { MessageAction, MessageButton } from '../contract/cta.ts'
import type { CtaState } from './ctaMemory.ts'
import type { InboxLabels } from './labels.ts'

export interface CtaOutcome {
  /** Undefined: no button was used yet. */
  phase: CtaState['phase'] | undefined
  /** The button that did it, where that is known. */
  used: MessageButton | undefined
}

/** The button whose use the service reports: the first of the result's type, else the only one. */
const reportedButton = ({ buttons = [], result }: MessageAction): MessageButton | undefined => {
  const ofType = buttons.find(({ type }) => type === result?.type)
  return ofType ?? (buttons.length === 1 ? buttons[0] : undefined)
}

/** What became of a call to action (2.5): by this page's own memory, else by what the service reports. */
export const ctaOutcome = (action: MessageAction | undefined, state: CtaState | undefined): CtaOutcome => {
  if (state?.phase === 'done') return { phase: 'done', used: action?.buttons?.[state.index] }
  if (action?.status === 'done') return { phase: 'done', used: reportedButton(action) }
  return { phase: state?.phase, used: undefined }
}

/** What a reader is told once a button was used. */
export const resultTextOf = (used: MessageButton | undefined, labels: InboxLabels): string =>
  used?.resultContent ?? used?.content ?? labels.actionDone
