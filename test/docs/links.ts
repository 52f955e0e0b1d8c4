import { withoutCode } from './codeBlocks.ts'

/** Where a page leads to, and the pictures in it: addresses, and paths from its own folder. */
export const linksOf = (page: string): string[] => {
  const text = withoutCode(page).replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^()\s]+)\)/g), ...text.matchAll(/(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, target = '']) => target,
  )
}
