import { OfflineStrip } from '../feedback/OfflineStrip.tsx'
import { FailedMarksNotice } from './FailedMarksNotice.tsx'
import { LastMarkNotice } from './UndoNotice.tsx'

/** The notices of a list. They float over its end, so that no row moves. Tab reaches them before the list. */
export const Notices = ({ shortcuts }: { shortcuts: boolean }) => (
  <div className="tidings-notices">
    <FailedMarksNotice />
    <LastMarkNotice shortcuts={shortcuts} />
    <OfflineStrip />
  </div>
)
