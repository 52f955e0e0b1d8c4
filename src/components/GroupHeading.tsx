'use client'
import { forwardRef, type ComponentPropsWithoutRef } from 'react'
import { classNames } from './classNames.ts'
import { CheckAllIcon } from './icons.tsx'
import { useLabels } from './LanguageProvider.tsx'

export interface GroupHeadingProps extends Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** Name of the group, such as "Yesterday". */
  label: string
  /** Shows the button that marks the group as read. */
  onMarkAsRead?: (() => void) | undefined
}

/** The heading of a group of notifications. It stands in the article of the group's first. */
export const GroupHeading = forwardRef<HTMLDivElement, GroupHeadingProps>(function GroupHeading(
  { label, onMarkAsRead, className, ...rest },
  ref,
) {
  const labels = useLabels()
  const action = labels.markGroupAsRead(label)
  return (
    <div {...rest} ref={ref} className={classNames('tidings-group', className)}>
      <h3 className="tidings-group-label">
        <bdi>{label}</bdi>
      </h3>
      {onMarkAsRead && (
        <button
          type="button"
          className="tidings-group-mark"
          aria-label={action}
          title={action}
          onClick={() => onMarkAsRead()}
        >
          <CheckAllIcon />
        </button>
      )}
    </div>
  )
})
