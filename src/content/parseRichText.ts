import { safeUrl } from './safeUrl.ts'

/** A node of rich text: a string, formatted nodes, or a link. */
export type RichNode =
  | string
  | {
      /** Format of the children. */
      kind: 'bold' | 'italic'
      /** Formatted nodes. */
      children: RichNode[]
    }
  | {
      /** A link. */
      kind: 'link'
      /**
       * URL of the link. The inbox shows only the text of a link that `safeUrl` rejects. `parseRichText` returns none.
       */
      href: string
      /** Text of the link, without formats. */
      text: string
    }

type Mark = '*' | '**'

/** An opening mark whose closing mark is not found yet, and the nodes after it. */
interface Frame {
  mark: Mark | undefined
  children: RichNode[]
}

// Each matches a bounded length at one index, so that the time is linear in the length of the text.
const namedLink = /\[([^[\]\n]{1,500})\]\(((?:[^()\s]|\([^()\s]{0,200}\)){1,2000})\)/y
const bareUrl = /https?:\/\/[^\s<>"`]{1,2000}/iy
const escaped = /\\([\\*[\]()])/y

const wordCharacter = /[\p{L}\p{N}]/u
const isWord = (character: string | undefined) => character !== undefined && wordCharacter.test(character)
const isInk = (character: string | undefined) => character !== undefined && /\S/.test(character)

const matchAt = (pattern: RegExp, text: string, index: number) => {
  pattern.lastIndex = index
  return pattern.exec(text)
}

/**
 * Removes the punctuation of the sentence after a bare URL. A closing bracket belongs to the URL if that contains the
 * opening one.
 */
const trimUrl = (address: string): string => {
  let end = address.length
  let open = address.split('(').length - address.split(')').length
  for (; end > 0; end--) {
    const last = address[end - 1] ?? ''
    if (last === ')' && open < 0) open++
    else if (!/[.,;:!?*_'\]}]/.test(last)) break
  }
  return address.slice(0, end)
}

const looksLikeUrl = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.|[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#:]|$))/i

const hostOf = (address: string): string | undefined => {
  const absolute = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `https://${address}`
  return URL.canParse(absolute) ? new URL(absolute).host.replace(/^www\./, '') : undefined
}

/** The text of a link. A text that names another host than the link's would mislead: the link then shows its URL. */
const linkText = (text: string, href: string): string =>
  looksLikeUrl.test(text.trim()) && hostOf(text.trim()) !== (/^https?:/i.test(href) ? hostOf(href) : undefined)
    ? href
    : text

const append = (children: RichNode[], text: string) => {
  const last = children.at(-1)
  if (typeof last === 'string') children[children.length - 1] = last + text
  else if (text !== '') children.push(text)
}

const appendAll = (children: RichNode[], more: readonly RichNode[]) => {
  for (const node of more) {
    if (typeof node === 'string') append(children, node)
    else children.push(node)
  }
}

/**
 * Parses `**bold**`, `*italic*`, `[links](https://example.com)` and bare http(s) URLs. Everything else is plain text,
 * including HTML. A backslash escapes a mark. A URL that `safeUrl` rejects becomes no link.
 *
 * The result is data. The component that renders it creates the elements, and no text is parsed as markup.
 */
export const parseRichText = (text: string): RichNode[] => {
  const root: Frame = { mark: undefined, children: [] }
  const frames: Frame[] = [root]
  const top = () => frames.at(-1) ?? root
  const isOpen = (mark: Mark) => frames.some((frame) => frame.mark === mark)

  /** A mark without a closing mark is an asterisk. */
  const unwind = () => {
    const frame = frames.pop()
    if (!frame?.mark) return
    append(top().children, frame.mark)
    appendAll(top().children, frame.children)
  }
  const close = () => {
    const frame = frames.pop()
    if (frame?.mark) top().children.push({ kind: frame.mark === '**' ? 'bold' : 'italic', children: frame.children })
  }

  const readMarks = (start: number): number => {
    let end = start
    while (text[end] === '*') end++
    const [before, after] = [text[start - 1], text[end]]
    // "2*3*4" is a product.
    const isInWord = isWord(before) && isWord(after)
    for (let left = end - start; left > 0;) {
      if (isInk(before) && left === 2 && top().mark === '*' && isOpen('**')) unwind()
      const { mark } = top()
      if (
        isInk(before) &&
        mark !== undefined &&
        left >= mark.length &&
        !(mark === '*' && isInWord) &&
        top().children.length > 0
      ) {
        close()
        left -= mark.length
        continue
      }
      const next: Mark = left >= 2 ? '**' : '*'
      if (isInk(after) && !isOpen(next) && left <= 3 && !(next === '*' && isInWord)) {
        frames.push({ mark: next, children: [] })
        left -= next.length
        continue
      }
      append(top().children, '*'.repeat(left))
      left = 0
    }
    return end
  }

  for (let index = 0; index < text.length;) {
    const character = text[index] ?? ''
    const escape = character === '\\' ? matchAt(escaped, text, index) : null
    const named = character === '[' ? matchAt(namedLink, text, index) : null
    const bare = /h/i.test(character) && !isWord(text[index - 1]) ? matchAt(bareUrl, text, index) : null
    if (escape?.[1] !== undefined) {
      append(top().children, escape[1])
      index += escape[0].length
    } else if (named?.[1] !== undefined) {
      const href = safeUrl(named[2])
      if (href === undefined) append(top().children, named[1])
      else top().children.push({ kind: 'link', href, text: linkText(named[1], href) })
      index += named[0].length
    } else if (bare) {
      const address = trimUrl(bare[0])
      const href = safeUrl(address)
      if (href === undefined) append(top().children, address)
      else top().children.push({ kind: 'link', href, text: address })
      index += Math.max(address.length, 1)
    } else if (character === '*') {
      index = readMarks(index)
    } else {
      // Marks do not extend beyond their paragraph.
      if (character === '\n' && text[index + 1] === '\n') while (frames.length > 1) unwind()
      append(top().children, character)
      index++
    }
  }
  while (frames.length > 1) unwind()
  return root.children
}
