/** The rule on `:root` and `:host` that sets the defaults of the base variables. */
const defaults = /:where\(:root,\s*:host\)\s*\{([^}]*)\}/

/**
 * Makes the base variables inherit from the page. A shadow root's rule for `:host` would override the values that the
 * page sets on an ancestor. So the rule is removed, and each use contains its default.
 * @param css the style sheet.
 * @param defining the style sheet with the defaults.
 */
export const inheritVariables = (css: string, defining: string): string => {
  const [rule = '', declarations = ''] = defaults.exec(defining) ?? []
  let inheriting = css.replace(rule, '')
  for (const [, name = '', value = ''] of declarations.matchAll(/(--tidings-[\w-]+):\s*([^;]+)/g))
    inheriting = inheriting.replaceAll(`var(${name})`, `var(${name}, ${value})`)
  return inheriting
}

/**
 * Registers the numbers of a style sheet that are not inherited: browsers ignore `@property` rules in a shadow root.
 * Call it once per document: a name can't be registered twice.
 * @param css the style sheet.
 */
export const registerVariables = (css: string, { CSS }: typeof globalThis): void => {
  // jsdom does not support it.
  if (!CSS?.registerProperty) return
  for (const [, name = ''] of css.matchAll(/@property\s+(--[\w-]+)\s*\{\s*syntax:\s*["']<number>/g))
    CSS.registerProperty({ name, syntax: '<number>', inherits: false, initialValue: '0' })
}
