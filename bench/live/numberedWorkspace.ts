import { benchWorkspace } from '../processes/benchWorkspace.ts'

/** A workspace whose notifications are numbered. */
export const numberedWorkspace = benchWorkspace({
  identifier: 'numbered',
  name: 'Numbered',
  steps: [{ channel: 'in_app', subject: 'Number {{payload.number}}', content: 'One of many.', feed: 'general' }],
})
