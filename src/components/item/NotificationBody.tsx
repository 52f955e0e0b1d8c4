'use client'
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement } from 'react'
import { notificationText } from '../../content/notificationText.ts'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useContentFormat } from '../content/ContentProvider.tsx'
import { ContentText } from '../content/ContentText.tsx'
import { Avatar } from './Avatar.tsx'
import { CtaButtons } from './CtaButtons.tsx'
import { NotificationLink } from './NotificationLink.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { rowButtons } from './rowActions.tsx'
import { useItem } from './useItem.ts'

/** `children` replace the text. */
export interface NotificationTextProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {}

/** The text of a notification below its title, in the content format. Renders nothing if the content is the title. */
export const NotificationText = forwardRef<HTMLDivElement, NotificationTextProps>(function NotificationText(
  { render, className, children, ...rest },
  ref,
) {
  const { notification, id } = useItem()
  const format = useContentFormat()
  const { text } = notificationText(notification)
  if (children === undefined && text === '') return null
  return renderPart(
    <div
      // An ellipsis is at the end of the text only if the direction of its block is that of the text.
      dir="auto"
      {...rest}
      ref={ref}
      id={`${id}-content`}
      className={classNames('tidings-item-content', className)}
    >
      {children ?? (format === 'text' ? text : <ContentText text={text} />)}
    </div>,
    render,
  )
})

/** `children` replace the title. They render inside the row's link, so that they can't contain links or buttons. */
export interface NotificationTitleProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {}

/**
 * The title of a notification: its subject, else its content. It names the article and links to the notification's
 * target.
 */
export const NotificationTitle = forwardRef<HTMLDivElement, NotificationTitleProps>(function NotificationTitle(
  { render, className, children, ...rest },
  ref,
) {
  const { notification, id } = useItem()
  const format = useContentFormat()
  const { title, titleIsContent } = notificationText(notification)
  const props = { dir: 'auto', ...rest, ref, className: classNames('tidings-item-title', className) }
  const titleId = `${id}-title`

  if (children === undefined && titleIsContent && format !== 'text')
    return renderPart(
      // The content may contain links, and a link can't contain another: the row's link is their sibling.
      <div {...props}>
        <NotificationLink aria-labelledby={titleId} />
        <div id={titleId}>
          <ContentText text={title} />
        </div>
      </div>,
      render,
    )
  return renderPart(
    <div {...props} id={titleId}>
      <NotificationLink>{children ?? <span>{title}</span>}</NotificationLink>
    </div>,
    render,
  )
})

/** `children` replace its content. */
export interface NotificationMainProps extends ComponentPropsWithoutRef<'div'>, Replaceable {}

const standardMain = (
  <>
    <NotificationTitle />
    <NotificationText />
    <CtaButtons />
  </>
)

/** The wide column of a row. Default `children`: title, text and buttons. */
export const NotificationMain = /* @__PURE__ */ forwardRef<HTMLDivElement, NotificationMainProps>(
  function NotificationMain({ render, className, children = standardMain, ...rest }, ref) {
    return renderPart(
      <div {...rest} ref={ref} className={classNames('tidings-item-main', className)}>
        {children}
      </div>,
      render,
    )
  },
)

/** `children` replace its content. */
export interface NotificationSideProps extends ComponentPropsWithoutRef<'div'>, Replaceable {}

const standardSide = (
  <>
    <RelativeTime />
    {rowButtons}
  </>
)

/** The narrow column at the end of a row, for its time and actions. Default `children`: RelativeTime and buttons. */
export const NotificationSide = /* @__PURE__ */ forwardRef<HTMLDivElement, NotificationSideProps>(
  function NotificationSide({ render, className, children = standardSide, ...rest }, ref) {
    return renderPart(
      <div {...rest} ref={ref} className={classNames('tidings-item-side', className)}>
        {children}
      </div>,
      render,
    )
  },
)

/** The content of NotificationBody, without a component around it. */
export const standardBody = (
  <>
    <Avatar />
    <NotificationTitle />
    <NotificationText />
    <CtaButtons />
    <RelativeTime />
    {rowButtons}
  </>
)

/** The default content of a row: Avatar, NotificationTitle, NotificationText, CtaButtons, RelativeTime, its buttons. */
export const NotificationBody = (): ReactElement => standardBody
