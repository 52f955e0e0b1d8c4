'use client'
import { memo, type CSSProperties, type RefCallback } from 'react'
import { FeedDivider } from './FeedDivider.tsx'
import { GroupHeading } from './GroupHeading.tsx'
import { KindBody, type OnKindError } from './KindBody.tsx'
import type { AnyKind } from './kinds.ts'
import { NotificationItem, type NotificationItemProps } from './NotificationItem.tsx'

export interface FeedRowProps extends Pick<
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
