/** A character that Unicode keeps free for uses such as this: no text holds it. */
const marker = '\uFDD0'

/** The name of a handler, of `style` or `src`, wherever a parser could find one. Words of a text are among them. */
const inline = /(?<=[\s/"'])(on|style|src)(?=[a-z]*(?:[\s=/>]|$))/gi
/** The name of a style sheet's element. */
const sheet = /(?<=<\/?)style(?=[\s/>]|$)/gi

/**
 * Gives handlers, styles, sources and style sheets names that mean nothing to a browser. A sanitiser takes them out anyway, but it has
 * to parse them first, and a browser reports them there already, as breaches of the policy of a page that allows none.
 *
 * This is no sanitiser: what it overlooks is only reported. Words of the text that look like such a name are marked too, and
 * `showInline` gives them back.
 * @returns HTML that is parsed as before: `<noembed>` holds raw text as `<style>` does.
 */
export const hideInline = (html: string): string => html.replace(sheet, 'noembed').replace(inline, `$1${marker}`)

/** Undoes `hideInline` in a text, or in the value of an attribute, that came out of its HTML. */
export const showInline = (text: string): string => text.replaceAll(marker, '')
