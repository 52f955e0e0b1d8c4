'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'
import { useContentFormat } from './ContentProvider.tsx'
import { ContentText } from './ContentText.tsx'
import { NotificationLink } from './NotificationLink.tsx'
import { notificationText } from '../state/notificationText.ts'
import { renderPart, type Replaceable } from './renderPart.tsx'
import { useItem } from './useItem.ts'

/** `children` replace the words. They stand in the row's link: no links or buttons among them. */
export interface NotificationTitleProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {}

/** The title of a notification, its subject, else its content; it names the article, and leads to where the notification does. */
export const NotificationTitle = forwardRef<HTMLDivElement, NotificationTitleProps>(function NotificationTitle(
  { render, className, children, ...rest },
  ref,
) {
  const { notification, id } = useItem()
  const { title, titleIsContent } = notificationText(notification)
  const format = useContentFormat()
  const props = { ...rest, ref, className: classNames('tidings-item-title', className) }
  const titleId = `${id}-title`

  if (children === undefined && titleIsContent && format !== 'text')
    return renderPart(
      // It may hold links of its own, and a link can't stand in a link: this one lies beside them.
      <div {...props}>
        <NotificationLink aria-labelledby={titleId} />
        <div id={titleId}>
          <ContentText text={title} />
        </div>
      </div>,
      render,
      {},
    )
  return renderPart(
    <div {...props} id={titleId}>
      <NotificationLink>{children ?? <bdi>{title}</bdi>}</NotificationLink>
    </div>,
    render,
    {},
  )
})
