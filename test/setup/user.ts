import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'

/** With fake timers: someone whose clicks and keys take no time. */
export const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
