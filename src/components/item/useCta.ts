'use client'
import { createContext, useContext, useState, useSyncExternalStore } from 'react'
import type { MessageAction, MessageButton } from '../../contract/cta.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import { createStore } from '../../state/model/createStore.ts'
import { memoizeByOwner } from '../../state/model/memoizeByOwner.ts'
import type { InboxLabels } from '../language/labels.ts'

/** State of a call to action. */
export interface CtaOutcome {
  /** Phase of the action. Undefined before a button was used. */
  phase: CtaState['phase'] | undefined
  /** The button that was used, if known. */
  used: MessageButton | undefined
}

/** The button whose use the service reports: the first one of the result's type, else the only one. */
const reportedButton = ({ buttons = [], result }: MessageAction): MessageButton | undefined => {
  const ofType = buttons.find(({ type }) => type === result?.type)
  return ofType ?? (buttons.length === 1 ? buttons[0] : undefined)
}

/** The state of a call to action, from the memory of this browser page, else from the service. */
const ctaOutcome = (action: MessageAction | undefined, state: CtaState | undefined): CtaOutcome => {
  if (state?.phase === 'done') return { phase: 'done', used: action?.buttons?.[state.index] }
  if (action?.status === 'done') return { phase: 'done', used: reportedButton(action) }
  return { phase: state?.phase, used: undefined }
}

export const resultTextOf = (used: MessageButton | undefined, labels: InboxLabels): string =>
  used?.resultContent ?? used?.content ?? labels.actionDone

interface UsedButton {
  /** The index of the used button in `cta.action.buttons`, from 0. */
  index: number
}

interface PendingCta extends UsedButton {
  /** `onAction` has not resolved yet. */
  phase: 'pending'
}

interface DoneCta extends UsedButton {
  /** `onAction` has resolved. */
  phase: 'done'
}

interface FailedCta extends UsedButton {
  /** `onAction` threw or rejected. The buttons can be used again. */
  phase: 'failed'
  /** What it threw or rejected with. */
  error: unknown
}

/** State of a notification's call to action in this browser page. */
export type CtaState = PendingCta | DoneCta | FailedCta

/**
 * Stores which buttons were used, by notification. It outlives the rows: a row that mounts again must not offer the
 * button again. An inbox forgets a button once the service has stored it.
 */
export interface CtaMemory {
  /** The state of a notification's call to action, by the notification's `_id`. Undefined: no button was used. */
  read: (notificationId: string) => CtaState | undefined
  /** Stores the state of a notification's call to action. Undefined forgets it. */
  write: (notificationId: string, state: CtaState | undefined) => void
  /** Calls the listener after each change. Returns the function that unsubscribes it. */
  subscribe: (listener: () => void) => () => void
}

/** An empty memory for one subscriber. */
export const createCtaMemory = (): CtaMemory => {
  const { getState, setState, subscribe } = createStore<ReadonlyMap<string, CtaState | undefined>>(new Map())
  return {
    read: (notificationId) => getState().get(notificationId),
    write: (notificationId, state) => setState(new Map([...getState(), [notificationId, state]])),
    subscribe,
  }
}

/** The memory of an owner, such as an inbox store: all lists of the inbox share it. */
const ctaMemoryOf = memoizeByOwner(createCtaMemory)

const CtaMemoryContext = createContext<CtaMemory | undefined>(undefined)

/**
 * Provides a memory of used buttons to the rows inside it. Every list has one, so that a row that mounts again, in this
 * list or another one of its inbox, shows the result of its button. Provide your own if it must outlive the list.
 */
export const CtaMemoryProvider = CtaMemoryContext.Provider

/**
 * The memory of the nearest provider; else that of the owner; else one that lasts as long as the component.
 * @param owner an object with the lifetime of the memory, such as an inbox store.
 */
export const useCtaMemory = (owner?: object): CtaMemory => {
  const around = useContext(CtaMemoryContext)
  const [own] = useState(createCtaMemory)
  return around ?? (owner ? ctaMemoryOf(owner) : own)
}

/**
 * Performs the action of a call-to-action button. The button is pending until a returned promise settles. If the
 * function throws or rejects, the user can try again.
 * @param index index of the button in `cta.action.buttons`.
 */
export type OnAction = (notification: InboxNotification, button: MessageButton, index: number) => unknown

/** Calls `then` with the index of the used button, once the pending action of a notification is done. */
export const whenDone = (memory: CtaMemory, notificationId: string, then: (index: number) => void): void => {
  const stop = memory.subscribe(() => {
    const state = memory.read(notificationId)
    if (state?.phase === 'pending') return
    stop()
    if (state?.phase === 'done') then(state.index)
  })
}

interface Cta extends CtaOutcome {
  memory: CtaMemory
  /** Index of the button that was used in this browser page. */
  index: number | undefined
  /** Uses a button. Does nothing while an action is pending or after one is done. */
  use: (button: MessageButton, index: number) => void
}

export const useCta = (notification: InboxNotification, onAction: OnAction | undefined): Cta => {
  const memory = useCtaMemory()
  const id = notification._id
  const read = () => memory.read(id)
  const state = useSyncExternalStore(memory.subscribe, read, read)

  const use = (button: MessageButton, index: number) => {
    // Read from the memory, since two clicks may come before the next render.
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
