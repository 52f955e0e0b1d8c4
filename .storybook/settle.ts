/** The document, and every open shadow root in it. */
const treesIn = (tree: Document | ShadowRoot): (Document | ShadowRoot)[] => [
  tree,
  ...[...tree.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? treesIn(shadowRoot) : [])),
]

/** Animations with an end that is still ahead. A skeleton's pulse has none. */
const findMoving = () =>
  treesIn(document)
    .flatMap((tree) => tree.getAnimations())
    .filter(({ playState, effect }) => playState !== 'finished' && effect?.getComputedTiming().iterations !== Infinity)

/**
 * Resolves when nothing moves and every font is loaded: during a fade, text has another contrast, and in another font another
 * size. Animations are put to their end, which can start others.
 */
export const settle = async (): Promise<void> => {
  await document.fonts.ready
  for (let moving = findMoving(); moving.length > 0; moving = findMoving()) {
    for (const animation of moving) animation.finish()
    await new Promise(requestAnimationFrame)
  }
}
