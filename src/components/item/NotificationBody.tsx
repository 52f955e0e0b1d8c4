'use client'
import { type ComponentPropsWithoutRef, forwardRef, memo } from 'react'
import { notificationText } from '../../content/notificationText.ts'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { useContentFormat } from '../content/ContentProvider.tsx'
import { ContentText } from '../content/ContentText.tsx'
import { Avatar } from './Avatar.tsx'
import { CtaButtons } from './CtaButtons.tsx'
import { MarkButton } from './MarkButton.tsx'
import { NotificationLink } from './NotificationLink.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { useItem } from './useItem.ts'

/** `children` replace the text. */
export interface NotificationTextProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {}

/** The text of a notification below its title, in the content format. Renders nothing if the content is the title. */
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
  const { title, titleIsContent } = notificationText(notification)
  const format = useContentFormat()
  const props = { ...rest, ref, className: classNames('tidings-item-title', className) }
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
export const NotificationMain = forwardRef<HTMLDivElement, NotificationMainProps>(function NotificationMain(
  { render, className, children = standardMain, ...rest },
  ref,
) {
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-item-main', className)}>
      {children}
    </div>,
    render,
    {},
  )
})

/** `children` replace its content. */
export interface NotificationSideProps extends ComponentPropsWithoutRef<'div'>, Replaceable {}

const standardSide = (
  <>
    <RelativeTime />
    <MarkButton />
  </>
)

/** The narrow column at the end of a row, for its time and actions. Default `children`: RelativeTime and MarkButton. */
export const NotificationSide = forwardRef<HTMLDivElement, NotificationSideProps>(function NotificationSide(
  { render, className, children = standardSide, ...rest },
  ref,
) {
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-item-side', className)}>
      {children}
    </div>,
    render,
    {},
  )
})

/**
 * The default content of a row: avatar, main column, side column. It has no props, so that it renders again only when
 * the notification or a handler changes.
 */
export const NotificationBody = memo(function NotificationBody() {
  return (
    <>
      <Avatar />
      <NotificationMain />
      <NotificationSide />
    </>
  )
})
