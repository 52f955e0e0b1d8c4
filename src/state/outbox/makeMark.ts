import type { MarkVerb } from '../../contract/marks.ts'
import type { Mark, MarkAnswer, MarkTarget } from '../model/mark.ts'
import { createMarkSender, type MarkSenderOptions } from './markSender.ts'
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts'
import { createPreferencesSender, type PreferencesSender, type PreferencesSenderOptions } from './preferencesSender.ts'

/** The outbox of an inbox, with the code that sends what is in it. */
export interface ConnectedOutbox {
  readonly preferences: PreferencesSender
  mark(verb: MarkVerb, target: MarkTarget, how?: Pick<Mark, 'isQuiet'>): Promise<MarkAnswer>
  /** Sends every queued mark at once, beside those in flight, because the browser page is closing. */
  flush: Outbox['flush']
}

interface ConnectOptions extends MarkSenderOptions, PreferencesSenderOptions, Pick<OutboxOptions, 'gather'> {
  report: MarkSenderOptions['report']
  /** Called before a mark is in the log. */
  beforeMark: (verb: MarkVerb) => void
}

/** Connects the outbox of one inbox. From then on, marks in its log are sent. */
export type ConnectOutbox = (options: ConnectOptions) => ConnectedOutbox

export const connectOutbox: ConnectOutbox = (options) => {
  const { log, newId, tick, gather, beforeMark } = options
  const { add, flush } = createOutbox({ log, send: createMarkSender(options), gather })
  return {
    preferences: createPreferencesSender(options),
    mark: (verb, target, how) => {
      beforeMark(verb)
      return add({ id: newId(), verb, target, madeAt: tick(), ...how })
    },
    flush,
  }
}

/** The part of a store that makes marks. */
export interface MarkedInbox {
  connectOutbox: (connect: ConnectOutbox) => ConnectedOutbox
}

/**
 * Makes a mark. It shows at once. Rejects if it failed: the log then has it as failed, unless it is quiet. See
 * `undoableMarks` for marks of the reader.
 */
export const makeMark = (inbox: MarkedInbox, ...mark: Parameters<ConnectedOutbox['mark']>): Promise<MarkAnswer> =>
  inbox.connectOutbox(connectOutbox).mark(...mark)
