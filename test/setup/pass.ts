import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** With fake timers: lets time pass, and everything happen that is due. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
