/** The document and all open shadow roots in it. */
const treesIn = (tree: Document | ShadowRoot): (Document | ShadowRoot)[] => [
  tree,
  ...[...tree.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? treesIn(shadowRoot) : [])),
]

/** Animations that will end. A skeleton's pulse doesn't. */
const findMoving = () =>
  treesIn(document)
    .flatMap((tree) => tree.getAnimations())
    .filter(({ playState, effect }) => playState !== 'finished' && effect?.getComputedTiming().iterations !== Infinity)

/**
 * Resolves when animations have ended and fonts are loaded. During a fade text has another contrast, and in a fallback
 * font another size. Finishes running animations, which may start others.
 */
export const settle = async (): Promise<void> => {
  await document.fonts.ready
  for (let moving = findMoving(); moving.length > 0; moving = findMoving()) {
    for (const animation of moving) animation.finish()
    await new Promise(requestAnimationFrame)
  }
}
