import { posix as path } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { liveBlock } from './liveBlocks.ts'
import { addressOf, root } from './pages.ts'

const live = /^<!-- live(?:: (\S+))? -->$/

/** Shows the docs as GitHub does: links and images relative to their file, images for each color scheme, hidden comments. */
export const repositoryMarkdown = (md: MarkdownRenderer): void => {
  md.core.ruler.push('repository', ({ tokens, env }) => {
    const { path: written, realPath = written } = env as { path: string; realPath?: string }
    const page = path.relative(root, realPath)
    if (page.startsWith('site')) return
    const toAddress = (link: string) => {
      const [file = '', anchor] = link.split('#')
      const target = path.join(path.dirname(page), file)
      return file === '' || /^\w+:/.test(link) ? link : addressOf(target) + (anchor === undefined ? '' : `#${anchor}`)
    }

    for (const [index, token] of tokens.entries()) {
      for (const child of token.children ?? []) {
        const href = child.type === 'link_open' ? child.attrGet('href') : null
        if (href !== null) child.attrSet('href', toAddress(href))
        // Vue replaces `{{ … }}` elsewhere.
        if (child.type === 'code_inline') child.attrSet('v-pre', '')
      }
      if (token.type !== 'html_block') continue
      const [comment, module] = live.exec(token.content.trim()) ?? []
      if (comment === undefined) token.content = withImages(token.content.replace(/<!--[^]*?-->/g, ''))
      else {
        const fence = tokens[index - 1]
        const source = module === undefined ? liveBlock(page, fence) : `/${path.join(path.dirname(page), module)}`
        token.content = `<LiveExample :load="() => import('${source}')" />\n`
      }
    }
  })
}

/** An image for each color scheme of the site, of which its style sheet shows one. `<picture>` follows the system's. */
const withImages = (html: string) =>
  html.replace(
    /<picture>\s*<source media="\(prefers-color-scheme: dark\)" srcset="(\S+)" \/>\s*<img src="(\S+)" ([^>]*)\/>\s*<\/picture>/g,
    '<p><img class="for-light" src="./$2" $3/><img class="for-dark" src="./$1" $3/></p>',
  )
