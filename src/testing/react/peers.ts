import { loadPeers } from '../loadPeers.ts'

/** Testing Library, which this entry alone needs. */
export const [{ render, renderHook, waitFor, within }, { userEvent }] = await loadPeers(
  [
    {
      name: '@testing-library/react',
      wanted: '^16.1.0',
      uses: ([react]) => ({ render: react.render, renderHook: react.renderHook }),
    },
    {
      name: '@testing-library/dom',
      wanted: '^10.4.0',
      uses: ([react]) => ({ waitFor: react.waitFor, within: react.within }),
    },
    { name: '@testing-library/user-event', wanted: '^14.5.0', uses: ([, events]) => ({ userEvent: events.userEvent }) },
  ],
  () => Promise.all([import('@testing-library/react'), import('@testing-library/user-event')]),
)
