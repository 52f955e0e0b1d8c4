/** Waits until an element has finished moving in. */
export const settled = (element: Element): Promise<unknown> =>
  Promise.all(element.getAnimations().map(({ finished }) => finished))
