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
