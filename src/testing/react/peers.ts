import { loadPeers } from '../loadPeers.ts'

const names = ['@testing-library/react', '@testing-library/dom', '@testing-library/user-event']

/** Testing Library, which this entry alone needs. */
export const [{ render, renderHook, waitFor, within }, { userEvent }] = await loadPeers(names, () =>
  Promise.all([import('@testing-library/react'), import('@testing-library/user-event')]),
)
