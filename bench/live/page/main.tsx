import { createRoot } from 'react-dom/client'
import '../../../src/styles/styles.css'
import { Inbox, useLiveStatus } from '../../../src/index.ts'
import { liveProbes } from './probes.ts'

window.liveProbes = liveProbes

/** Shows whether the inbox is live, for the benchmark. */
const Status = () => <output id="status">{useLiveStatus()}</output>

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <Inbox subscriberId={new URLSearchParams(location.search).get('subscriber') ?? ''} baseUrl="/api/inbox">
    <Status />
  </Inbox>,
)
