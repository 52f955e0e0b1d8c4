'use client'
import { useEffect } from 'react'
import { useFailedMarks } from '../hooks/useFailedMarks.ts'
import { useAnnounce } from './Announcer.tsx'
import { CrossIcon } from './icons.tsx'
import { useLabels } from './LanguageProvider.tsx'

/** Says that marks did not reach the service, and offers to try again. Nothing is drawn while all is well. */
export const FailedMarksNotice = () => {
  const labels = useLabels()
  const announce = useAnnounce()
  const { failed, retry, dismiss } = useFailedMarks()
  const text = failed.length > 0 ? labels.markFailed(failed.length) : ''
  useEffect(() => {
    if (text !== '') announce(text)
  }, [announce, text])
  if (text === '') return null
  return (
    <div className="tidings-notice">
      <p className="tidings-notice-message">{text}</p>
      <button type="button" className="tidings-quiet-button" onClick={retry}>
        {labels.tryAgain}
      </button>
      <button
        type="button"
        className="tidings-icon-button"
        aria-label={labels.dismiss}
        title={labels.dismiss}
        onClick={dismiss}
      >
        <CrossIcon />
      </button>
    </div>
  )
}
