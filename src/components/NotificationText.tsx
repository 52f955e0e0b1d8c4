'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'
import { ContentText } from './ContentText.tsx'
import { notificationText } from '../state/notificationText.ts'
import { renderPart, type Replaceable } from './renderPart.tsx'
import { useItem } from './useItem.ts'

/** `children` replace the text. */
export interface NotificationTextProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {}

/** The text of a notification below its title, in the format in force. Draws nothing where its content is its title. */
export const NotificationText = forwardRef<HTMLDivElement, NotificationTextProps>(function NotificationText(
  { render, className, children, ...rest },
  ref,
) {
  const { notification, id } = useItem()
  const { text } = notificationText(notification)
  if (children === undefined && text === '') return null
  return renderPart(
    <div {...rest} ref={ref} id={`${id}-content`} className={classNames('tidings-item-content', className)}>
      {children ?? <ContentText text={text} />}
    </div>,
    render,
    {},
  )
})
