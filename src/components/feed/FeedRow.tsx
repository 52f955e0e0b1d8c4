'use client'
import { type ComponentPropsWithoutRef, type CSSProperties, forwardRef, memo } from 'react'
import { classNames } from '../base/classNames.ts'
import { IconButton } from '../base/IconButton.tsx'
import { CheckIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import type { NotificationHandlers } from '../item/handlers.ts'
import { KindBody, type OnKindError } from '../item/KindBody.tsx'
import type { AnyKind } from '../item/kinds.tsx'
import { type NotificationItemProps, UnmemoizedItem } from '../item/NotificationItem.tsx'
import type { RenderItem } from '../item/useItem.ts'
import { useLabels } from '../language/useLabels.ts'

const preventDefault = (event: { preventDefault: () => void }) => event.preventDefault()

export interface FeedDividerProps extends Omit<ComponentPropsWithoutRef<'p'>, 'children'>, Replaceable {}

/** The line between the notifications since the last visit and older ones. It is in the article of the row below it. */
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
  )
})

export interface GroupHeadingProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'>, Replaceable {
  /** Name of the group, such as "Yesterday". */
  label: string
  /** Called when the user presses the button that marks the group as read. Without it, there is no button. */
  onMarkAsRead?: (() => void) | undefined
  /** Whether Tab reaches the button. Default true. */
  isTabStop?: boolean | undefined
}

/** The heading of a group of notifications. It is in the article of the group's first row. */
export const GroupHeading = forwardRef<HTMLDivElement, GroupHeadingProps>(function GroupHeading(
  { label, onMarkAsRead, isTabStop = true, render, className, ...rest },
  ref,
) {
  const labels = useLabels()
  return renderPart(
    <div {...rest} ref={ref} className={classNames('tidings-group', className)}>
      <h3 className="tidings-group-label">
        <bdi>{label}</bdi>
      </h3>
      {onMarkAsRead && (
        <IconButton
          className="tidings-mark"
          label={labels.markGroupAsRead(label)}
          tabIndex={isTabStop ? undefined : -1}
          // The bar's button disappears on a click, and must not take the focus with it.
          onMouseDown={isTabStop ? undefined : preventDefault}
          onClick={() => onMarkAsRead()}
        >
          {/* As for one row, and not as for "Mark all as read", which on a phone is right above. */}
          <CheckIcon />
        </IconButton>
      )}
    </div>,
    render,
  )
})

interface ListHeadingProps extends Omit<GroupHeadingProps, 'onMarkAsRead'> {
  /** Index of the group's first row. */
  start: number
  onMarkGroup: RowHandlers['onMarkGroup']
}

/** The GroupHeading of a list. All props are stable, so that a mark does not render it. */
export const ListHeading = memo(function ListHeading({ start, onMarkGroup, ...heading }: ListHeadingProps) {
  return <GroupHeading {...heading} onMarkAsRead={onMarkGroup && (() => onMarkGroup(start))} />
})

export interface RowHandlers extends NotificationHandlers {
  /** Called with the index of the group's first row. */
  onMarkGroup: ((firstIndex: number) => void) | undefined
  onKindError: OnKindError | undefined
}

interface FeedRowProps extends Pick<
  NotificationItemProps,
  'notification' | 'setSize' | 'isNew' | 'isArriving' | 'watchSeen' | 'isTabStop' | 'timeFormat'
> {
  handlers: RowHandlers
  /** Index of the row, from 0. */
  index: number
  /** Height of the rows left out above the row, in pixels. */
  skipped: number
  /** Name of the group that starts with the row. */
  groupLabel: string | undefined
  /** Whether that group has unread notifications. */
  groupIsUnread: boolean
  /** Whether the row has scrolled away, and the bar above the list shows the group's name. */
  groupIsPassed: boolean
  /** Whether the row is the first below the FeedDivider. */
  isFirstEarlier: boolean
  /** The renderer of the notification's workflow. Default: the default content. */
  kind: AnyKind | undefined
  renderItem: RenderItem | undefined
}

/**
 * A row of a windowed list. All props are stable, so that it renders only when its notification or position changes.
 */
export const FeedRow = memo(function FeedRow({
  index,
  skipped,
  groupLabel,
  groupIsUnread,
  groupIsPassed,
  isFirstEarlier,
  kind,
  renderItem,
  ...item
}: FeedRowProps) {
  const lead = (isFirstEarlier || groupLabel !== undefined) && (
    <>
      {isFirstEarlier && <FeedDivider />}
      {groupLabel !== undefined && (
        <ListHeading
          label={groupLabel}
          data-passed={stateAttribute(groupIsPassed)}
          isTabStop={item.isTabStop}
          start={index}
          onMarkGroup={groupIsUnread ? item.handlers.onMarkGroup : undefined}
        />
      )}
    </>
  )
  return (
    <UnmemoizedItem
      {...item}
      data-index={index}
      position={index + 1}
      lead={lead}
      style={{ '--_tidings-skipped': skipped || undefined } as CSSProperties}
    >
      {(kind ?? renderItem) && <KindBody kind={kind} renderItem={renderItem} onError={item.handlers.onKindError} />}
    </UnmemoizedItem>
  )
})
