import { type RefObject, useRef } from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { focusIsLost } from '../base/focus.ts'

/**
 * "Try again" disappears when it is pressed. The nearest element around it that can take its focus does.
 *
 * @param hasFailed whether "Try again" shows.
 * @param within an element around it.
 */
export const useFocusAfterFailure = (hasFailed: boolean, within: RefObject<HTMLElement | null>): void => {
  const hadFailed = useRef(hasFailed)
  useBrowserLayoutEffect(() => {
    const element = hadFailed.current && !hasFailed && within.current
    hadFailed.current = hasFailed
    if (element && focusIsLost(element)) element.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }, [hasFailed, within])
}
