'use client'
import { createContext, createElement, useContext, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { MessageButton } from '../contract/cta.ts'
import type { InboxNotification } from '../contract/inboxNotification.ts'
import { createCtaMemory, ctaMemoryOf, type CtaMemory } from './ctaMemory.ts'
import { ctaOutcome, type CtaOutcome } from './ctaOutcome.ts'

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

export interface Cta extends CtaOutcome {
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
