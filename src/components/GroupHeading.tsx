'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'
import { IconButton } from './IconButton.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { CheckListIcon } from './panelIcons.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'

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
