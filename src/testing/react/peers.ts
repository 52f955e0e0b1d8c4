import { loadPeers } from '../loadPeers.ts'

/** Testing Library. Only this entry needs it. */
export const [{ render, renderHook, waitFor, within }, { userEvent }] = await loadPeers(
  [
    {
      name: '@testing-library/react',
      range: '^16.1.0',
      uses: ([react]) => ({ render: react.render, renderHook: react.renderHook }),
    },
    {
      name: '@testing-library/dom',
      range: '^10.4.0',
      uses: ([react]) => ({ waitFor: react.waitFor, within: react.within }),
    },
    { name: '@testing-library/user-event', range: '^14.5.0', uses: ([, events]) => ({ userEvent: events.userEvent }) },
  ],
  () => Promise.all([import('@testing-library/react'), import('@testing-library/user-event')]),
)
