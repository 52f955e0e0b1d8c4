import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** With fake timers: advances the time, and runs everything that is due. */
export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
