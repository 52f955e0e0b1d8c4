'use client'
import { type ComponentPropsWithoutRef, type ForwardedRef, forwardRef, Fragment, memo, type ReactElement } from 'react'
import { notificationText } from '../../content/notificationText.ts'
import { classNames } from '../base/classNames.ts'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { type ContentFormat, useContentFormat } from '../content/ContentProvider.tsx'
import { ContentText } from '../content/ContentText.tsx'
import type { InboxLabels } from '../language/labels.ts'
import { useLabels } from '../language/useLabels.ts'
import { ActorAvatar } from './Avatar.tsx'
import { CtaButtons } from './CtaButtons.tsx'
import { MarkButton, markElement } from './MarkButton.tsx'
import { addressOf, linkElement } from './NotificationLink.tsx'
import { RelativeTime, timeElement, type TimeTexts, useTimeTexts } from './RelativeTime.tsx'
import { type Item, ItemProvider, useIsActive, useItem } from './useItem.ts'

/** `children` replace the text. */
export interface NotificationTextProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {}

const textElement = (
  { notification, id }: Item,
  format: ContentFormat,
  { render, className, children, ...rest }: NotificationTextProps = {},
  ref: ForwardedRef<HTMLDivElement> = null,
): ReactElement | null => {
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
}

/** The text of a notification below its title, in the content format. Renders nothing if the content is the title. */
export const NotificationText = /* @__PURE__ */ forwardRef<HTMLDivElement, NotificationTextProps>(
  function NotificationText(props, ref) {
    return textElement(useItem(), useContentFormat(), props, ref)
  },
)

/** `children` replace the title. They render inside the row's link, so that they can't contain links or buttons. */
export interface NotificationTitleProps extends Omit<ComponentPropsWithoutRef<'div'>, 'id'>, Replaceable {}

const titleElement = (
  item: Item,
  format: ContentFormat,
  { render, className, children, ...rest }: NotificationTitleProps = {},
  ref: ForwardedRef<HTMLDivElement> = null,
): ReactElement => {
  const { title, titleIsContent } = notificationText(item.notification)
  const props = { dir: 'auto', ...rest, ref, className: classNames('tidings-item-title', className) }
  const titleId = `${item.id}-title`

  if (children === undefined && titleIsContent && format !== 'text')
    return renderPart(
      // The content may contain links, and a link can't contain another: the row's link is their sibling.
      <div {...props}>
        {linkElement(item, { 'aria-labelledby': titleId })}
        <div id={titleId}>
          <ContentText text={title} />
        </div>
      </div>,
      render,
    )
  const isPlain = children === undefined && addressOf(item.notification) === undefined
  return renderPart(
    <div {...props} id={titleId}>
      {isPlain ? title : linkElement(item, { children: children ?? <span>{title}</span> })}
    </div>,
    render,
  )
}

/**
 * The title of a notification: its subject, else its content. It names the article and links to the notification's
 * target.
 */
export const NotificationTitle = /* @__PURE__ */ forwardRef<HTMLDivElement, NotificationTitleProps>(
  function NotificationTitle(props, ref) {
    return titleElement(useItem(), useContentFormat(), props, ref)
  },
)

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
    <MarkButton />
  </>
)

/** The narrow column at the end of a row, for its time and actions. Default `children`: RelativeTime and MarkButton. */
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

/** How the default content of a row looks, apart from its notification. */
interface RowLook {
  labels: InboxLabels
  format: ContentFormat
  time: TimeTexts | undefined
  isActive: boolean
  /** Whether the full time is computed, for a tooltip. */
  hasTooltip: boolean
}

const hasCta = ({ action }: Item['notification']['cta']) =>
  (action?.buttons?.length ?? 0) > 0 || action?.status === 'done'

/**
 * The default content of a row, flat: fewer elements and components than the parts of the same look.
 * @param main replaces everything except the time and the mark button.
 */
export const rowContent = (
  item: Item,
  { labels, format, time, isActive, hasTooltip }: RowLook,
  main?: ReactElement,
): ReactElement => (
  <>
    {main ?? (
      <>
        <ActorAvatar actor={item.notification.actor} />
        {titleElement(item, format)}
        {textElement(item, format)}
        {hasCta(item.notification.cta) && (
          <ItemProvider value={item}>
            <CtaButtons />
          </ItemProvider>
        )}
      </>
    )}
    {time && (
      <Fragment key={time.key}>{timeElement(time, { title: hasTooltip ? time.formatFull() : undefined })}</Fragment>
    )}
    {isActive && markElement(item, labels)}
  </>
)

/**
 * The default content of a row: avatar, title, text, buttons, time and mark button. It has no props, so that it renders
 * again only when the notification or a handler changes.
 */
export const NotificationBody = memo(function NotificationBody() {
  const item = useItem()
  const labels = useLabels()
  const format = useContentFormat()
  const time = useTimeTexts(item.notification.createdAt, item.timeFormat)
  return rowContent(item, { labels, format, time, isActive: useIsActive(), hasTooltip: true })
})
