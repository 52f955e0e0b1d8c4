'use client'
import { forwardRef } from 'react'
import { useFailedMarks } from '../hooks/useFailedMarks.ts'
import { formatCount } from './formatCount.ts'
import { useLabels, useLocale } from './LanguageProvider.tsx'
import { Notice, type NoticeProps } from './Notice.tsx'

export type FailedMarksNoticeProps = Omit<NoticeProps, 'text' | 'action' | 'onAction' | 'onDismiss' | 'failed'>

/** Says that marks did not reach the service, and offers to try again. Nothing is drawn while all is well. */
export const FailedMarksNotice = forwardRef<HTMLDivElement, FailedMarksNoticeProps>(function FailedMarksNotice(
  props,
  ref,
) {
  const labels = useLabels()
  const locale = useLocale()
  const { failed, retry, dismiss } = useFailedMarks()
  if (failed.length === 0) return null
  return (
    <Notice
      {...props}
      ref={ref}
      failed
      text={labels.markFailed(failed.length, formatCount(failed.length, locale))}
      action={labels.tryAgain}
      onAction={retry}
      onDismiss={dismiss}
    />
  )
})
