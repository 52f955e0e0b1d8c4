/**
 * Registers the variables of a style sheet that are not inherited: its `@property` rules hold in a page, and mean nothing in a
 * shadow root. Once in a page: a name can't be registered twice.
 * @param css the style sheet.
 */
export const registerVariables = (css: string): void => {
  // Not in jsdom.
  if (typeof globalThis.CSS?.registerProperty !== 'function') return
  for (const [, name = ''] of css.matchAll(/@property\s+(--[\w-]+)/g))
    CSS.registerProperty({ name, syntax: '<number>', inherits: false, initialValue: '0' })
}
