'use client'
import { type ComponentPropsWithoutRef, type CSSProperties, forwardRef, memo, type RefCallback } from 'react'
import { IconButton } from '../base/IconButton.tsx'
import { CheckListIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { KindBody, type OnKindError } from '../item/KindBody.tsx'
import type { AnyKind } from '../item/kinds.ts'
import { NotificationItem, type NotificationItemProps } from '../item/NotificationItem.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'

export interface FeedDividerProps extends Omit<ComponentPropsWithoutRef<'p'>, 'children'>, Replaceable {}

/** The line where the reader last stopped: what stands above it is new. It stands in the article of what is below it. */
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
  /** Shows the button that marks the group as read. */
  onMarkAsRead?: (() => void) | undefined
}

/** The heading of a group of notifications. It stands in the article of the group's first. */
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
          {/* Not that of "Mark all as read", which on a phone stands right above it. */}
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
  /** Its place in the list, from 0. */
  index: number
  /** Pixels of rows above it that are not rendered. */
  skipped: number
  /** Name of the group that begins with it. */
  groupLabel: string | undefined
  /** Is there anything to mark as read in that group? */
  groupIsUnread: boolean
  onMarkGroup: ((firstIndex: number) => void) | undefined
  /** Is it the first below the line at which the reader last stopped? */
  isFirstEarlier: boolean
  /** The renderer of its kind. Without one it is drawn as by default. */
  kind: AnyKind | undefined
  onKindError: OnKindError | undefined
  measure: RefCallback<HTMLDivElement>
}

/** A row of a windowed list. All that it takes stays the same between renders, so that it renders when it changes. */
export const FeedRow = memo(function FeedRow({
  index,
  skipped,
  groupLabel,
  groupIsUnread,
  onMarkGroup,
  isFirstEarlier,
  kind,
  onKindError,
  measure,
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
      ref={measure}
      data-index={index}
      position={index + 1}
      lead={lead}
      style={skipped === 0 ? undefined : ({ '--_tidings-skipped': skipped } as CSSProperties)}
    >
      {kind && <KindBody kind={kind} onError={onKindError} />}
    </NotificationItem>
  )
})
