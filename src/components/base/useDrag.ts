import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../hooks/utils/useLatest.ts'
import { listen } from '../../state/model/listen.ts'

/**
 * What a finger drags. The style sheet moves the element by `--_tidings-drag`, in pixels. Its `data-drag` is "armed"
 * once letting go calls `onDrop`, and "busy" until that has settled.
 */
type Dragged = readonly [element: HTMLElement, onDrop: () => unknown]

/** A finger that has moved less has no direction yet, in pixels. */
const slop = 10

/** How far a finger has to move, in pixels. */
const farEnough = 72

/** At the sides of the window, gestures of the system begin, such as "back". In pixels. */
const systemEdge = 24

/**
 * Lets a finger drag something in an element, along one axis. Mice and pens don't: they select text.
 *
 * @param begin decides what is dragged, from the element under the finger and the distance so far, in pixels.
 */
export const useDrag = (
  ref: RefObject<HTMLElement | null>,
  axis: 'x' | 'y',
  begin: (target: Element, distance: number) => Dragged | false | null | undefined,
): void => {
  const latest = useLatest(begin)
  useEffect(() => {
    const isSideways = axis === 'x'
    let start: readonly [along: number, across: number] | undefined
    let dragged: ReturnType<typeof begin>
    /** 1 or -1. */
    let direction = 1

    const onTouch = async ({ type, target, touches: [touch, second] }: TouchEvent) => {
      const [x, y] = [touch?.clientX ?? 0, touch?.clientY ?? 0]
      const [along, across] = isSideways ? [x, y] : [y, x]
      if (type === 'touchmove' && !second) {
        if (!start) return
        const distance = along - start[0]
        const length = Math.abs(distance)
        if (!dragged) {
          const aside = Math.abs(across - start[1])
          if (length < slop && aside < slop) return
          dragged = length > aside && latest.current(target as Element, distance)
          direction = Math.sign(distance)
        }
        if (dragged) {
          const [{ dataset, style }] = dragged
          // What begins in one direction ends in it: the other one may do something else.
          const moved = Math.max(0, distance * direction)
          dataset.drag = moved > farEnough ? 'armed' : ''
          style.setProperty('--_tidings-drag', `${moved * direction}`)
        } else start = undefined
        return
      }
      const last = dragged
      const isAtEdge = isSideways && Math.min(along, innerWidth - along) < systemEdge
      start = second || isAtEdge ? undefined : [along, across]
      dragged = undefined
      if (!last) return
      const [{ dataset }, onDrop] = last
      try {
        if (type === 'touchend' && dataset.drag === 'armed') {
          dataset.drag = 'busy'
          await onDrop()
        }
      } finally {
        delete dataset.drag
      }
    }
    return listen(ref.current, 'touchstart touchmove touchend touchcancel', onTouch, { passive: true })
  }, [ref, axis, latest])
}
