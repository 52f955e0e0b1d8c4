import { checkAngular } from './checkAngular.ts'
import { checkCluster } from './checkCluster.ts'
import { checkDialogs } from './checkDialogs.ts'
import { checkElement, checkFramework } from './checkElement.ts'
import { checkInbox } from './checkInbox.ts'
import { checkReact18 } from './checkReact18.ts'
import { checkReactRouting, checkRouter } from './checkRouter.ts'
import { checkServerRendering } from './checkServerRendering.ts'
import { checkPassport, checkSession } from './checkSignIn.ts'
import { checkStrictPolicy } from './checkStrictPolicy.ts'
import type { Example } from './Example.ts'
import { startDatabase } from './startDatabase.ts'

/** The examples that have a page, slow ones first. */
export const examples: readonly Example[] = [
  {
    name: 'nextjs',
    person: 'chiara',
    checks: { start: checkServerRendering, dev: checkServerRendering },
    configurations: [{ CACHE_COMPONENTS: 'true' }, { CACHE_COMPONENTS: 'false' }],
    logWithoutKey: 'TIDINGS_309',
  },
  { name: 'nuxt', person: 'nora', checks: { start: checkRouter, dev: checkRouter } },
  {
    name: 'react-router',
    person: 'rhea',
    checks: { start: checkReactRouting, dev: checkReactRouting },
    oldestNode: '22.22.0',
  },
  {
    name: 'tanstack-start',
    person: 'tara',
    checks: { start: checkReactRouting, dev: checkReactRouting },
    oldestNode: '22.12.0',
    // In development, for each request that the browser cancels while its handler runs: a feed whose page is left.
    ownLine: /^Error: aborted$/,
  },
  {
    name: 'angular',
    person: 'anna',
    checks: { start: checkAngular, dev: checkAngular },
    oldestNode: '22.22.3',
    // What the README of the example says for apps with zone.js.
    variant: [
      ['package.json', '"tidings"', '"zone.js": "^0.16.0",\n    "tidings"'],
      ['angular.json', '"outputMode"', '"polyfills": ["zone.js"],\n            "outputMode"'],
      ['src/app.config.ts', 'providers: [', 'providers: [provideZoneChangeDetection({ eventCoalescing: true }), '],
      [
        'src/app.config.ts',
        "from '@angular/core'",
        "from '@angular/core'\nimport { provideZoneChangeDetection } from '@angular/core'",
      ],
    ],
  },
  { name: 'vite-react-18', person: 'bruno', checks: { start: checkInbox, dev: checkReact18 } },
  { name: 'dialogs', person: 'dora', checks: { start: checkDialogs } },
  { name: 'strict-csp', person: 'grace', checks: { start: checkStrictPolicy } },
  { name: 'vite-react-19', person: 'ada', checks: { start: checkInbox, dev: checkInbox } },
  { name: 'live-cluster', person: 'clara', checks: { start: checkCluster }, startServer: startDatabase },
  { name: 'express', person: 'elif', checks: { start: checkSession } },
  { name: 'express-passport', person: 'pelle', checks: { start: checkPassport } },
  { name: 'vue', person: 'vera', checks: { start: checkFramework, dev: checkFramework } },
  { name: 'sveltekit', person: 'kit', checks: { start: checkRouter, dev: checkRouter } },
  { name: 'astro', person: 'astrid', checks: { start: checkRouter } },
  { name: 'svelte', person: 'sven', checks: { start: checkFramework, dev: checkFramework } },
  { name: 'plain-html', person: 'felix', checks: { start: checkElement } },
]
