/** The rule that gives the base variables their defaults, on `:root` and `:host`. */
const defaults = /:where\(:root,\s*:host\)\s*\{([^}]*)\}/

/**
 * Lets a page's variables through: a shadow root's rule for `:host` would win over what the page sets on any element around. So
 * each use brings its default instead.
 * @param css the style sheet.
 * @param defining the sheet that gives the base variables their defaults.
 */
export const inheritVariables = (css: string, defining: string): string => {
  const [rule = '', declarations = ''] = defaults.exec(defining) ?? []
  const values = new Map(
    [...declarations.matchAll(/(--tidings-[\w-]+):\s*([^;]+)/g)].map(([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  )
  return css.replace(rule, '').replaceAll(/var\((--tidings-[\w-]+)\)/g, (use, name: string) => {
    const value = values.get(name)
    return value === undefined ? use : `var(${name}, ${value})`
  })
}

/**
 * Registers the variables of a style sheet that are not inherited: its `@property` rules hold in a page, and mean nothing in a
 * shadow root. Once in a document: a name can't be registered twice.
 * @param css the style sheet.
 */
export const registerVariables = (css: string, { CSS }: typeof globalThis): void => {
  // Not in jsdom.
  if (typeof CSS?.registerProperty !== 'function') return
  for (const [, name = ''] of css.matchAll(/@property\s+(--[\w-]+)/g))
    CSS.registerProperty({ name, syntax: '<number>', inherits: false, initialValue: '0' })
}
