import { readFileSync } from 'node:fs'
import { posix as path } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { liveBlock } from './liveBlocks.ts'
import { addressOf, root } from './pages.ts'

/** An example; its heights in wide and narrow windows, if it is more than a bell; its module, if it is not the block above. */
const live = /^<!-- live(?: (\d+)rem (\d+)rem)?(?:: (\S+))? -->$/

/** Shows the docs as GitHub does: links and images relative to their file, images for each color scheme, hidden comments. */
export const repositoryMarkdown = (md: MarkdownRenderer): void => {
  md.core.ruler.push('repository', ({ tokens, env }) => {
    const { path: written, realPath = written } = env as { path?: string; realPath?: string }
    // A title alone has no path.
    const page = path.relative(root, realPath ?? root)
    if (page === '' || page.startsWith('site')) return
    const toAddress = (link: string) => {
      const [file = '', anchor] = link.split('#')
      const target = path.join(path.dirname(page), file)
      return file === '' || /^\w+:/.test(link) ? link : addressOf(target) + (anchor === undefined ? '' : `#${anchor}`)
    }

    for (const [index, token] of tokens.entries()) {
      // A header without text heads nothing.
      if (token.type === 'inline' && token.content === '' && tokens[index - 1]?.type === 'th_open')
        for (const cell of [tokens[index - 1], tokens[index + 1]]) if (cell) cell.tag = 'td'
      for (const child of token.children ?? []) {
        const href = child.type === 'link_open' ? child.attrGet('href') : null
        if (href !== null) child.attrSet('href', toAddress(href))
        // Vue replaces `{{ … }}` elsewhere.
        if (child.type === 'code_inline') child.attrSet('v-pre', '')
      }
      if (token.type !== 'html_block') continue
      const [comment, wide, narrow, module] = live.exec(token.content.trim()) ?? []
      if (comment === undefined)
        token.content = withImages(token.content.replace(/<!--[^]*?-->/g, ''), path.dirname(page))
      else {
        const fence = tokens[index - 1]
        const source = module === undefined ? liveBlock(page, fence) : `/${path.join(path.dirname(page), module)}`
        const heights = wide === undefined ? '' : ` style="--wide: ${wide}rem; --narrow: ${narrow}rem"`
        token.content = `<LiveExample :load="() => import('${source}')"${heights} />\n`
      }
    }
  })
}

/** The size at which a picture of two pixels per CSS pixel is shown, from the extended header of its WebP file. */
const sizeOf = (file: string) => {
  const bytes = readFileSync(path.join(root, file))
  return { width: (bytes.readUIntLE(24, 3) + 1) / 2, height: (bytes.readUIntLE(27, 3) + 1) / 2 }
}

/**
 * An image for each color scheme of the site, of which its style sheet shows one. `<picture>` follows the system's.
 * Films are left out: each has the bytes of three pages, and the start page shows the inbox itself.
 */
const withImages = (html: string, folder: string) =>
  html
    .replace(/<picture>(?:(?!<\/picture>)[^])*\/film-[^]*?<\/picture>/g, '')
    .replace(
      /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="(\S+)" \/>\s*<img src="(\S+)" width="\d+" ([^>]*)\/>\s*<\/picture>/g,
      (_, dark: string, light: string, attributes: string) => {
        const imageOf = (scheme: string, source: string) => {
          const { width, height } = sizeOf(path.join(folder, source))
          // With its size, the texts below don't move when it comes. Browsers load a hidden image unless it is lazy.
          const place = `width="${width}" height="${height}" loading="lazy"`
          return `<img class="for-${scheme}" src="./${source}" ${place} ${attributes}/>`
        }
        return `<p>${imageOf('light', light)}${imageOf('dark', dark)}</p>`
      },
    )
