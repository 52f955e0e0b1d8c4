'use client'
import { useEffect } from 'react'
import { useOnline } from '../hooks/useOnline.ts'
import { useAnnounce } from './Announcer.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { OfflineIcon } from './panelIcons.tsx'

/** Says, also to screen readers, that what is marked waits for the network. Nothing is drawn while there is one. */
export const OfflineStrip = () => {
  const labels = useLabels()
  const announce = useAnnounce()
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline) announce(labels.offline)
  }, [isOnline, announce, labels])
  if (isOnline) return null
  return (
    <p className="tidings-offline">
      <OfflineIcon />
      {labels.offline}
    </p>
  )
}
