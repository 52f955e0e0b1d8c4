/** Waits for the animations of an element. */
export const settled = (element: Element): Promise<unknown> =>
  Promise.all(element.getAnimations().map(({ finished }) => finished))
