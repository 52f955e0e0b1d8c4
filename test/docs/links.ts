import { withoutCode } from './codeBlocks.ts'

/** Where a page leads to, and the pictures in it: addresses, and paths from its own folder. */
export const linksOf = (text: string): string[] => [
  ...[...withoutCode(text).replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target),
  ...[...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, target = '']) => target).filter((target) => target.startsWith('docs/')),
]
