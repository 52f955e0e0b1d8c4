'use client'
import { forwardRef } from 'react'
import { useFailedMarks } from '../../hooks/marks/useFailedMarks.ts'
import { useInbox } from '../../hooks/provider/InboxProvider.tsx'
import { cachedNotifications } from '../../state/cache/cachedPages.ts'
import type { InboxStore } from '../../state/inboxStore.ts'
import type { FailedMark } from '../../state/model/mark.ts'
import { useContentFormat, type ContentFormat } from '../content/ContentProvider.tsx'
import { plainTitle } from '../content/plainTitle.ts'
import { Notice, type NoticeProps } from '../feedback/Notice.tsx'
import { formatCount } from '../language/countLabel.ts'
import type { InboxLabels } from '../language/labels.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'

export type FailedMarksNoticeProps = Omit<NoticeProps, 'text' | 'action' | 'onAction' | 'onDismiss' | 'failed'>

/**
 * Names the notification of a failed mark. Undefined if the mark has several notifications, or one that is not loaded.
 */
const textOf = ({ target, verb }: FailedMark, store: InboxStore, format: ContentFormat, labels: InboxLabels) => {
  const [id, ...others] = target.kind === 'messages' ? target.ids : []
  if (id === undefined || others.length > 0) return undefined
  const known = cachedNotifications(store, new Set([id])).get(id)
  if (!known) return undefined
  const texts: Partial<Record<typeof verb, (title: string) => string>> = {
    read: labels.markReadFailed,
    unread: labels.markUnreadFailed,
    archive: labels.archiveFailed,
    unarchive: labels.unarchiveFailed,
    snooze: labels.snoozeFailed,
    unsnooze: labels.unsnoozeFailed,
    delete: labels.deleteFailed,
  }
  return texts[verb]?.(plainTitle(known.notification, format))
}

/** Shows that marks failed, with a button to send them again. Renders nothing without failed marks. */
export const FailedMarksNotice = forwardRef<HTMLDivElement, FailedMarksNoticeProps>(
  function FailedMarksNotice(props, ref) {
    const labels = useLabels()
    const locale = useLocale()
    const { failed, retry, dismiss } = useFailedMarks()
    const { store } = useInbox()
    const format = useContentFormat()
    const [first] = failed
    if (first === undefined) return null
    return (
      <Notice
        {...props}
        ref={ref}
        failed
        text={
          (failed.length === 1 && textOf(first, store, format, labels)) ||
          labels.markFailed(failed.length, formatCount(failed.length, locale))
        }
        action={labels.tryAgain}
        onAction={retry}
        onDismiss={dismiss}
      />
    )
  },
)
