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
  mark: Mark
  children: RichNode[]
}

// Each matches a bounded length at one index, so that the time is linear in the length of the text.
const namedLink = /\[([^[\]\n]{1,500})\]\(((?:[^()\s]|\([^()\s]{0,200}\)){1,2000})\)/y
/**
 * Letters of scripts that put no space between a URL and the text around it, with their punctuation. Browsers copy such
 * letters of a URL percent-encoded.
 */
const unspaced =
  '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}' +
  '\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
/** What is visible in ASCII, apart from quotes and the brackets of HTML. */
const ascii = '[!#-;=?-_a-~]'
/** Beyond ASCII, punctuation and characters that turn or break a line belong to the sentence. */
const beyond = `[^\\0-\\x7f\\s\\p{P}\\p{Bidi_C}\\u200b\\ufeff\\uff00-\\uffef`
/** A host may be of any letters if it starts with them: "https://日本.example". */
const bareUrl = new RegExp(
  `https?://(?:(?:${ascii}|${beyond}${unspaced}]){1,2000}|` +
    `(?:[\\w.-]|${beyond}]){1,250}(?:[/?#:](?:${ascii}|${beyond}${unspaced}]){0,2000})?)`,
  'iuy',
)
const escaped = /\\[\\*[\]()]/y

const wordCharacter = /[\p{L}\p{N}]/u
const unspacedCharacter = new RegExp(`[${unspaced}]`, 'u')
/** False for the empty text, which is before and after all characters. */
const isWord = (character: string) => wordCharacter.test(character)
const isInk = (character: string) => /\S/.test(character)

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
  // Ends at the "//" of the URL at the latest.
  for (; ; end--) {
    const last = address.charAt(end - 1)
    if (last === ')' && open < 0) open++
    else if (!/[.,;:!?*_'\]}]/.test(last)) return address.slice(0, end)
  }
}

const looksLikeUrl = /^(?:[\w+.-]+:\/\/|www\.|[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#:]|$))/i

const hostOf = (address: string): string | undefined => {
  const absolute = /^[\w+.-]+:\/\//.test(address) ? address : `https://${address}`
  return URL.canParse(absolute) ? new URL(absolute).host.replace(/^www\./, '') : undefined
}

/** The text of a link. A text that names another host than the link's would mislead: the link then shows its URL. */
const linkText = (text: string, href: string): string => {
  const name = text.trim()
  const host = /^https?:/i.test(href) ? hostOf(href) : undefined
  return looksLikeUrl.test(name) && hostOf(name) !== host ? href : text
}

const append = (nodes: RichNode[], node: RichNode) => {
  const last = nodes.at(-1)
  if (typeof last === 'string' && typeof node === 'string') nodes[nodes.length - 1] = last + node
  else nodes.push(node)
}

/**
 * Parses `**bold**`, `*italic*`, `[links](https://example.com)` and bare http(s) URLs. Everything else is plain text,
 * including HTML. A backslash escapes a mark. A URL that `safeUrl` rejects becomes no link.
 *
 * The result is data. The component that renders it creates the elements, and no text is parsed as markup.
 */
export const parseRichText = (text: string): RichNode[] => {
  const root: RichNode[] = []
  const frames: Frame[] = []
  const add = (node: RichNode) => append(frames.at(-1)?.children ?? root, node)
  const isOpen = (mark: Mark) => frames.some((frame) => frame.mark === mark)

  /** A mark without a closing mark is an asterisk. */
  const unwind = ({ mark, children }: Frame) => {
    frames.pop()
    add(mark)
    for (const node of children) add(node)
  }
  const unwindAll = () => {
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) unwind(frame)
  }

  const readMarks = (start: number): number => {
    let end = start
    while (text[end] === '*') end++
    const [before, after] = [text.charAt(start - 1), text.charAt(end)]
    // "2*3*4" is a product.
    const isInWord = isWord(before) && isWord(after)
    for (let left = end - start; left > 0;) {
      const frame = frames.at(-1)
      if (isInk(before) && left === 2 && frame?.mark === '*' && isOpen('**')) {
        unwind(frame)
        continue
      }
      if (isInk(before) && frame && left >= frame.mark.length && !(frame.mark === '*' && isInWord)) {
        frames.pop()
        add({ kind: frame.mark === '**' ? 'bold' : 'italic', children: frame.children })
        left -= frame.mark.length
        continue
      }
      const next: Mark = left >= 2 ? '**' : '*'
      if (isInk(after) && !isOpen(next) && left <= 3 && !(next === '*' && isInWord)) {
        frames.push({ mark: next, children: [] })
        left -= next.length
        continue
      }
      add('*'.repeat(left))
      left = 0
    }
    return end
  }

  for (let index = 0; index < text.length;) {
    const character = text.charAt(index)
    const escape = matchAt(escaped, text, index)
    const named = matchAt(namedLink, text, index)
    const before = text.charAt(index - 1)
    const bare = isWord(before) && !unspacedCharacter.test(before) ? null : matchAt(bareUrl, text, index)
    if (escape) {
      add(escape[0].slice(1))
      index += escape[0].length
    } else if (named?.[1] !== undefined) {
      const href = safeUrl(named[2])
      add(href === undefined ? named[1] : { kind: 'link', href, text: linkText(named[1], href) })
      index += named[0].length
    } else if (bare) {
      const address = trimUrl(bare[0])
      const href = safeUrl(address)
      add(href === undefined ? address : { kind: 'link', href, text: address })
      index += address.length
    } else if (character === '*') {
      index = readMarks(index)
    } else {
      // Marks do not extend beyond their paragraph.
      if (character === '\n' && text[index + 1] === '\n') unwindAll()
      add(character)
      index++
    }
  }
  unwindAll()
  return root
}
