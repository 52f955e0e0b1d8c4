'use client'
import { memo, type CSSProperties, type RefCallback } from 'react'
import { FeedDivider } from './FeedDivider.tsx'
import { GroupHeading } from './GroupHeading.tsx'
import { NotificationItem, type NotificationItemProps } from './NotificationItem.tsx'
import { stateAttribute } from './stateAttribute.ts'

export interface FeedRowProps
  extends Pick<
    NotificationItemProps,
    'notification' | 'setSize' | 'isNew' | 'watchSeen' | 'onMark' | 'onOpen' | 'onAction'
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
  /** Has it just come, above what was there? */
  isArriving: boolean
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
  isArriving,
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
      data-arriving={stateAttribute(isArriving)}
      position={index + 1}
      lead={lead}
      style={skipped === 0 ? undefined : ({ '--_tidings-skipped': skipped } as CSSProperties)}
    />
  )
})
