'use client'
import { useOnline } from '../../hooks/utils/useOnline.ts'
import { OfflineIcon } from '../base/panelIcons.tsx'
import { useLabels } from '../language/useLabels.ts'
import { useAnnouncement } from './Announcer.tsx'

/** Shows and announces that changes wait for the network. Renders nothing while the browser is online. */
export const OfflineStrip = () => {
  const labels = useLabels()
  const isOnline = useOnline()
  useAnnouncement(!isOnline && labels.offline)
  if (isOnline) return null
  return (
    <p className="tidings-offline">
      <OfflineIcon />
      {labels.offline}
    </p>
  )
}
