import { listen } from '../../state/model/listen.ts'

/** How long a part may take to appear or to leave, in milliseconds. */
export const motionLimit = 1_000

/** The animation of what fades in. */
const entry = 'tidings-enter'

const endLate = ({ target, animationName }: { target: Element; animationName: string }) => {
  if (animationName !== entry) return
  setTimeout(() => {
    for (const animation of target.getAnimations() as CSSAnimation[])
      if (animation.animationName === entry) animation.cancel()
  }, motionLimit)
}

/**
 * Ref of an element around parts: what fades in is visible after a second. With the app's
 * `* { animation-play-state: paused !important }`, or a duration of an hour, it would stay invisible.
 */
export const limitMotion = (root: HTMLElement | null): void => {
  listen(root, 'animationstart', endLate)
}
