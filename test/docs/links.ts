import { withoutCode } from './codeBlocks.ts'

/** The targets of a page's links and images: URLs, and paths relative to its folder. */
export const linksOf = (page: string): string[] => {
  const text = withoutCode(page).replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^()\s]+)\)/g), ...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, target = '']) => target,
  )
}

/** The anchor that GitHub generates for a heading. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
