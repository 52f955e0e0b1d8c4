'use client'
import { createContext, useContext } from 'react'
import { SetupError } from '../../client/errors/SetupError.ts'
import type { InboxNotification } from '../../contract/inboxNotification.ts'
import type { NotificationHandlers } from './handlers.ts'

/** What a NotificationItem tells its pieces. */
export interface Item extends NotificationHandlers {
  notification: InboxNotification
  /** Start of the ids by which the article refers to its title and text. */
  id: string
}

const ItemContext = createContext<Item | undefined>(undefined)

/** Tells pieces of their notification. Keep the value the same for as long as nothing in it changes. */
export const ItemProvider = ItemContext.Provider

/** The item around, or undefined outside one. */
export const useItemAround = (): Item | undefined => useContext(ItemContext)

interface GivenItem extends Omit<NotificationHandlers, 'onMark'> {
  notification: InboxNotification | undefined
}

const noItem = () =>
  new SetupError('TIDINGS_213', 'NotificationItem', {
    what: 'this component is not inside a <NotificationItem>.',
    cure:
      process.env.NODE_ENV !== 'production'
        ? 'Render it inside <NotificationItem notification={…}>, or in a renderer of `kinds`.'
        : undefined,
  })

/**
 * The item around.
 * @throws SetupError outside a NotificationItem.
 */
export const useItem = (): Item => {
  const item = useItemAround()
  if (!item) throw noItem()
  return item
}

/**
 * For pieces that can stand alone: what they were given, else what the item around has.
 * @throws Error where there is no notification.
 */
export const useItemOr = ({ notification, onAction, onOpen }: GivenItem): Omit<Item, 'id' | 'onMark'> => {
  const around = useItemAround()
  const shown = notification ?? around?.notification
  if (!shown) throw noItem()
  return { notification: shown, onAction: onAction ?? around?.onAction, onOpen: onOpen ?? around?.onOpen }
}

/**
 * The notification that a component inside a NotificationItem, or a renderer of `kinds`, stands in.
 * @throws Error outside a NotificationItem.
 */
export const useNotification = (): InboxNotification => useItem().notification
