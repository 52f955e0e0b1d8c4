import '../renders.ts'
import { createRoot } from 'react-dom/client'
import '../../src/styles/styles.css'
import { probes } from './probes.ts'

window.countProbes = probes

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
const inbox = { subscriberId: 'ada', baseUrl: '/api/inbox' }
Object.assign(root.style, { inlineSize: '420px', blockSize: '600px' })

if (new URLSearchParams(location.search).get('view') === 'page') {
  const { InboxPage } = await import('../../src/components/inbox/InboxPage.tsx')
  createRoot(root).render(<InboxPage {...inbox} pageSize={100} />)
} else {
  const { Inbox } = await import('../../src/components/inbox/Inbox.tsx')
  createRoot(root).render(<Inbox {...inbox} />)
}
