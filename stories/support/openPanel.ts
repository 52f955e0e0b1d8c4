import type { StoryContext } from '@storybook/react-vite'

/** Opens the inbox with its bell, in any language. Returns the panel. */
export const openPanel = async ({
  canvas,
  userEvent,
}: Pick<StoryContext, 'canvas' | 'userEvent'>): Promise<HTMLElement> => {
  await userEvent.click(await canvas.findByRole('button', { expanded: false }))
  // The panel that waits for its code is replaced, which cancels its animation.
  return canvas.findByRole('dialog', { busy: false })
}
