/** The layer's blocks. Each ends where a line begins with its brace. */
const blocks = /^@layer tidings \{\n([\s\S]*?)^\}\n?/gm

/** Where a selector begins. What a panel is placed beside is the host's own, and may have no class. */
const selectors = /^( *):where\((?!\[data-tidings-anchor)/gm

const unlayerBlock = (block: string, rules: string): string => {
  // For the whole page, such as the variables' defaults: no reset touches them, and themes, which are in the layer, must win.
  if (rules.includes(':where(:root')) return block
  // It takes back what other layers say, and there are none.
  if (rules.includes('[data-tidings-unstyled]')) return ''
  return rules.replaceAll(/^ {2}/gm, '').replaceAll(selectors, '$1[class]:where(')
}

/**
 * Takes the style sheet out of its layer, for pages whose reset stands in none and would win over any. Each selector weighs as
 * much as one class in place of nothing: it wins over a reset's elements, and gives way to a class that comes later. What
 * one rule weighs against another stays as it was.
 * @param css all of the sheet, in one piece.
 */
export const unlayer = (css: string): string => css.replaceAll(blocks, unlayerBlock)
