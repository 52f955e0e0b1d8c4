'use client'
import { type ComponentPropsWithoutRef, type CSSProperties, forwardRef, memo } from 'react'
import { IconButton } from '../base/IconButton.tsx'
import { CheckListIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { KindBody, type OnKindError } from '../item/KindBody.tsx'
import type { AnyKind } from '../item/kinds.ts'
import { NotificationItem, type NotificationItemProps } from '../item/NotificationItem.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'

export interface FeedDividerProps extends Omit<ComponentPropsWithoutRef<'p'>, 'children'>, Replaceable {}

/** The line between new notifications and those seen before. It is in the article of the row below it. */
export const FeedDivider = forwardRef<HTMLParagraphElement, FeedDividerProps>(function FeedDivider(
  { render, className, ...rest },
  ref,
) {
  const labels = useLabels()
  return renderPart(
    <p {...rest} ref={ref} className={classNames('tidings-divider', className)}>
      {labels.earlier}
    </p>,
    render,
    {},
  )
})

export interface GroupHeadingProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable {
  /** Name of the group, such as "Yesterday". */
  label: string
  /** Called when the reader presses the button that marks the group as read. Without it, there is no button. */
  onMarkAsRead?: (() => void) | undefined
}

/** The heading of a group of notifications. It is in the article of the group's first row. */
export const GroupHeading = forwardRef<HTMLDivElement, GroupHeadingProps>(function GroupHeading(
  { label, onMarkAsRead, render, className, ...rest },
  ref,
) {
  const labels = useLabels()
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-group', className)}>
      <h3 className="tidings-group-label">
        <bdi>{label}</bdi>
      </h3>
      {onMarkAsRead && (
        <IconButton className="tidings-mark" label={labels.markGroupAsRead(label)} onClick={() => onMarkAsRead()}>
          {/* Another icon than that of "Mark all as read", which on a phone is right above. */}
          <CheckListIcon />
        </IconButton>
      )}
    </div>,
    render,
    {},
  )
})

interface FeedRowProps extends Pick<
  NotificationItemProps,
  'notification' | 'setSize' | 'isNew' | 'isArriving' | 'watchSeen' | 'onMark' | 'onOpen' | 'onAction'
> {
  /** Index of the row, from 0. */
  index: number
  /** Height of the rows left out above the row, in pixels. */
  skipped: number
  /** Name of the group that starts with the row. */
  groupLabel: string | undefined
  /** Whether that group has unread notifications. */
  groupIsUnread: boolean
  onMarkGroup: ((firstIndex: number) => void) | undefined
  /** Whether the row is the first below the FeedDivider. */
  isFirstEarlier: boolean
  /** The renderer of the notification's workflow. Default: the default content. */
  kind: AnyKind | undefined
  onKindError: OnKindError | undefined
}

/**
 * A row of a windowed list. All props are stable, so that it renders only when its notification or position changes.
 */
export const FeedRow = memo(function FeedRow({
  index,
  skipped,
  groupLabel,
  groupIsUnread,
  onMarkGroup,
  isFirstEarlier,
  kind,
  onKindError,
  ...item
}: FeedRowProps) {
  const lead = (isFirstEarlier || groupLabel !== undefined) && (
    <>
      {isFirstEarlier && <FeedDivider />}
      {groupLabel !== undefined && (
        <GroupHeading
          label={groupLabel}
          onMarkAsRead={groupIsUnread && onMarkGroup ? () => onMarkGroup(index) : undefined}
        />
      )}
    </>
  )
  return (
    <NotificationItem
      {...item}
      data-index={index}
      position={index + 1}
      lead={lead}
      style={skipped === 0 ? undefined : ({ '--_tidings-skipped': skipped } as CSSProperties)}
    >
      {kind && <KindBody kind={kind} onError={onKindError} />}
    </NotificationItem>
  )
})
