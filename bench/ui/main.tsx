import { createRoot } from 'react-dom/client'
import '../../src/styles/styles.css'
import { InboxSubject } from './InboxSubject.tsx'
import './page.css'
import { PlainSubject } from './PlainSubject.tsx'
import { probes } from './probes.ts'

window.probes = probes

const query = new URLSearchParams(location.search)
const count = Number(query.get('count'))
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')
createRoot(root).render(
  <div className="bench">
    {query.get('subject') === 'inbox' ? <InboxSubject count={count} /> : <PlainSubject count={count} />}
  </div>,
)
