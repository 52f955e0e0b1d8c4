'use client'
import { createContext, createElement, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import type { MessageAction, MessageButton } from '../../contract/cta.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { createStore } from '../../state/model/createStore.ts'
import { memoizeByOwner } from '../base/memoizeByOwner.ts'
import type { InboxLabels } from '../language/labels.ts'

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
const ctaOutcome = (action: MessageAction | undefined, state: CtaState | undefined): CtaOutcome => {
  if (state?.phase === 'done') return { phase: 'done', used: action?.buttons?.[state.index] }
  if (action?.status === 'done') return { phase: 'done', used: reportedButton(action) }
  return { phase: state?.phase, used: undefined }
}

/** What a reader is told once a button was used. */
export const resultTextOf = (used: MessageButton | undefined, labels: InboxLabels): string =>
  used?.resultContent ?? used?.content ?? labels.actionDone

/** What became of a notification's buttons in this page. */
export type CtaState =
  | { phase: 'pending'; index: number }
  | { phase: 'done'; index: number }
  | { phase: 'failed'; index: number; error: unknown }

/**
 * Remembers, by notification, which button was used. It outlives the rows, since the interface has no operation that
 * stores a button's use: a row that is drawn anew must not offer the same button again.
 */
export interface CtaMemory {
  /** What became of the buttons of a notification, by its `_id`. Undefined: none was used. */
  read: (notificationId: string) => CtaState | undefined
  /** Notes it, and tells the listeners. */
  write: (notificationId: string, state: CtaState) => void
  /** Tells of each change, until the function that it returns is called. */
  subscribe: (listener: () => void) => () => void
}

/** Makes an empty memory. One subscriber's inbox keeps one. */
export const createCtaMemory = (): CtaMemory => {
  const { getState, setState, subscribe } = createStore<ReadonlyMap<string, CtaState>>(new Map())
  return {
    read: (notificationId) => getState().get(notificationId),
    write: (notificationId, state) => setState(new Map([...getState(), [notificationId, state]])),
    subscribe,
  }
}

/** The memory that belongs to an inbox, or to anything else that lasts: all lists of one inbox share it. */
const ctaMemoryOf = memoizeByOwner(createCtaMemory)

const CtaMemoryContext = createContext<CtaMemory | undefined>(undefined)

/**
 * Gives the rows inside it one memory of used buttons. Every list brings one, so that a row which is drawn anew, in this list
 * or another one of its inbox, knows what its button did. Use your own to keep it for longer.
 */
export const CtaMemoryProvider = CtaMemoryContext.Provider

/**
 * The memory around; else that of an owner; else one that lasts as long as its user.
 * @param owner what a memory shall belong to, such as an inbox.
 */
export const useCtaMemory = (owner?: object): CtaMemory => {
  const around = useContext(CtaMemoryContext)
  const [own] = useState(createCtaMemory)
  return around ?? (owner ? ctaMemoryOf(owner) : own)
}

/** Gives the pieces of one item one memory, where no list around does. */
export const SharedCtaMemory = ({ children }: { children: ReactNode }) =>
  createElement(CtaMemoryProvider, { value: useCtaMemory() }, children)

/**
 * Does what a button of a call to action stands for (2.5). A promise makes the button wait; one that is rejected, or an
 * error that is thrown, lets its reader try again.
 * @param index the button's place among `cta.action.buttons`, from 0.
 */
export type OnAction = (notification: InboxNotification, button: MessageButton, index: number) => unknown

interface Cta extends CtaOutcome {
  memory: CtaMemory
  /** The place of the button that was used in this page, from 0. */
  index: number | undefined
  /** Uses a button. Nothing happens while one is at work, or after one is done. */
  use: (button: MessageButton, index: number) => void
}

/** The state of a notification's buttons. */
export const useCta = (notification: InboxNotification, onAction: OnAction | undefined): Cta => {
  const memory = useCtaMemory()
  const id = notification._id
  const read = () => memory.read(id)
  const state = useSyncExternalStore(memory.subscribe, read, read)

  const use = (button: MessageButton, index: number) => {
    // Asked of the memory, not of the last render: two clicks may come before one.
    const phase = memory.read(id)?.phase
    if (!onAction || phase === 'pending' || phase === 'done') return
    memory.write(id, { phase: 'pending', index })
    const run = async () => {
      try {
        await onAction(notification, button, index)
        memory.write(id, { phase: 'done', index })
      } catch (error) {
        memory.write(id, { phase: 'failed', index, error })
      }
    }
    void run()
  }
  return { ...ctaOutcome(notification.cta.action, state), index: state?.index, use, memory }
}
