'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { safeUrl } from '../state/safeUrl.ts'
import { classNames } from './classNames.ts'
import { NotificationAnchor } from './NotificationAnchor.tsx'
import type { Replaceable } from './renderPart.tsx'
import { useItem } from './useItem.ts'

/** Its address is the notification's. `children` are its words: none, and `aria-labelledby` in their place, where they stand elsewhere. */
export interface NotificationLinkProps extends Omit<ComponentPropsWithoutRef<'a'>, 'href'>, Replaceable {}

/**
 * The link of a row, to where the notification leads. The style sheet spreads it over the row. Where the notification leads
 * nowhere safe, its words stand alone. NotificationTitle brings one.
 */
export const NotificationLink = forwardRef<HTMLAnchorElement, NotificationLinkProps>(function NotificationLink(
  { className, children, ...rest },
  ref,
) {
  const { notification, onOpen } = useItem()
  const address = safeUrl(notification.cta.data?.url)
  if (address === undefined) return children
  return (
    <NotificationAnchor
      {...rest}
      ref={ref}
      className={classNames('tidings-item-link', className)}
      notification={notification}
      address={address}
      onOpen={onOpen}
    >
      {children}
    </NotificationAnchor>
  )
})
