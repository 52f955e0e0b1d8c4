/** The rule that gives the base variables their defaults, on `:root` and `:host`. */
const defaults = /:where\(:root,\s*:host\)\s*\{([^}]*)\}/

/** Where the colours' defaults stand again, for pages whose light-dark() was rewritten: a shadow root's sheet is not. */
const again = /(:where\(:root,\s*:host),\s*\[data-tidings-theme\]\)/g

/**
 * Lets a page's variables through: a shadow root's rule for `:host` would win over what the page sets on any element around, and
 * one for an element in it over a theme of the page. So each use brings its default instead, and defaults stand on `:host` alone.
 * @param css the style sheet.
 * @param defining the sheet that gives the base variables their defaults.
 */
export const inheritVariables = (css: string, defining: string): string => {
  const [rule = '', declarations = ''] = defaults.exec(defining) ?? []
  const values = new Map(
    [...declarations.matchAll(/(--tidings-[\w-]+):\s*([^;]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  )
  return css.replace(rule, '').replace(again, '$1)').replaceAll(/var\((--tidings-[\w-]+)\)/g, (use, name: string) => {
    const value = values.get(name)
    return value === undefined ? use : `var(${name}, ${value})`
  })
}
