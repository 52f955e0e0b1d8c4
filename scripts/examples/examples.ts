import { checkElement, checkElementEvents } from './checkElement.ts'
import { checkInbox } from './checkInbox.ts'
import { checkReact18 } from './checkReact18.ts'
import { checkServerRendering } from './checkServerRendering.ts'
import { checkStrictPolicy } from './checkStrictPolicy.ts'
import type { Example } from './Example.ts'

/** All of examples/ that has a page. The slow ones first. */
export const examples: readonly Example[] = [
  { name: 'nextjs', person: 'chiara', check: checkServerRendering },
  { name: 'strict-csp', person: 'grace', check: checkStrictPolicy },
  { name: 'vite-react-18', person: 'bruno', check: checkReact18 },
  { name: 'vite-react-19', person: 'ada', check: checkInbox },
  { name: 'express', person: 'elif', check: checkInbox },
  { name: 'vue', person: 'vera', check: checkElementEvents },
  { name: 'svelte', person: 'sven', check: checkElementEvents },
  { name: 'plain-html', person: 'felix', check: checkElement },
]
