import { readFileSync } from 'node:fs'
import * as testingLibrary from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as react from 'react'
import * as vitest from 'vitest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as zod from 'zod'
import * as client from '../../src/client/index.ts'
import * as devtools from '../../src/devtools/index.ts'
import * as hooks from '../../src/hooks/index.ts'
import * as tidings from '../../src/index.ts'
import * as german from '../../src/languages/de.ts'
import * as persist from '../../src/persist/index.ts'
import * as testing from '../../src/testing/index.ts'
import { createTestService, makeNotification } from '../../src/testing/index.ts'
import * as testingReact from '../../src/testing/react.ts'
import { codeBlocksOf, isForPage, pages, readPage, type CodeBlock } from './codeBlocks.ts'
import { recipes } from './loadRecipe.ts'
import { runAsyncBlock, runBlock, type BlockWorld } from './runBlock.ts'

const { render, waitFor } = testingLibrary

/** The functions of idb-keyval, because jsdom has no IndexedDB. */
const createKeyval = () => {
  const entries = new Map<string, string>()
  return {
    get: async (key: string) => entries.get(key),
    set: async (key: string, value: string) => void entries.set(key, value),
    del: async (key: string) => void entries.delete(key),
    keys: async () => [...entries.keys()],
  }
}

const names = {
  user: { id: 'ada', timeZone: 'Europe/Berlin' },
  path: '/posts/1',
  notification: makeNotification(1, {
    payload: { author: 'Jo', post: 'Plans', text: 'When do we start?', url: '/posts/7' },
  }),
  project: 'Alpha',
  open: () => {},
  signOut: () => Promise.resolve(),
  mark: () => {},
  YourList: () => <p>Your list</p>,
  Project: () => <p>A project</p>,
  CommentItem: () => <p>A comment</p>,
  MyPopover: ({ children }: { children: react.ReactNode }) => <div>{children}</div>,
}

const worldOf = ({ setup }: CodeBlock): BlockWorld => ({
  modules: {
    react,
    vitest,
    zod,
    'idb-keyval': createKeyval(),
    '@testing-library/react': testingLibrary,
    '@testing-library/user-event': userEvent,
    tidings,
    'tidings/client': client,
    'tidings/devtools': devtools,
    'tidings/hooks': hooks,
    'tidings/languages/de': german,
    'tidings/persist': persist,
    'tidings/testing': testing,
    'tidings/testing/react': testingReact,
  },
  // Two pages use the same name for a state and for a handler.
  names: { ...names, ...(setup.includes('const open: boolean') && { open: true }), it, expect },
})

const recipesTest = readFileSync('test/docs/recipes.test.tsx', 'utf8')

/** The first component of each recipe. recipes.test.tsx tests these. */
const usedAsRecipe = new Set(
  recipes
    .filter(({ heading, code }) => recipesTest.includes(`loadRecipe('${heading}'`) && /^export const [A-Z]/m.test(code))
    .map(({ code }) => code),
)

const blocks = pages
  .filter((page) => !page.startsWith('docs/reference/'))
  .flatMap((page) => codeBlocksOf(page, readPage(page)))
  .filter(
    ({ language, skip, code }) => skip === undefined && (language === 'tsx' || (language === 'ts' && isForPage(code))),
  )
  .filter(({ code }) => !usedAsRecipe.has(code))
  // React's client renders no async component. The tests of examples/nextjs cover these.
  .filter(({ code }) => !code.includes("from 'next/"))

const isTest = ({ code }: CodeBlock) => /^it\(/m.test(code)

// Each `it(…)` in a block becomes a test.
describe.each(blocks.filter(isTest))('$place', (block) => {
  runBlock(block, worldOf(block))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Props and names that examples may use. */
const props = { userId: 'ada', subscriberId: 'ada', navigate: () => {}, ...names }

type Component = react.ComponentType<typeof props>
const isComponent = (entry: [string, unknown]): entry is [string, Component] =>
  /^[A-Z]/.test(entry[0]) && typeof entry[1] === 'function'

it.each(blocks.filter(({ language }) => language === 'ts'))('$place runs', async (block) => {
  await expect(runAsyncBlock(block, worldOf(block))).resolves.toHaveProperty('exports')
})

it.each(blocks.filter((block) => block.language === 'tsx' && !isTest(block)))(
  '$place runs, and its elements render',
  async (block) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const service = createTestService({
      notifications: [
        makeNotification(1, {
          templateIdentifier: 'comment-added',
          payload: { author: 'Jo', post: 'Plans', text: 'When do we start?', url: '/posts/7' },
        }),
      ],
    })
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url === '/inbox-hash' ? Promise.resolve(new Response('v1.never.00')) : service.fetch(url, init),
    )
    // The block is the body of a component, so that its hooks work.
    const Example = () => {
      const { shown, exports } = runBlock(block, worldOf(block))
      const components = Object.entries(exports).filter(isComponent)
      return (
        <>
          {shown.map((element, index) => (
            <react.Fragment key={index}>{element}</react.Fragment>
          ))}
          {components.map(([name, Component]) => (
            <Component key={name} {...props} />
          ))}
        </>
      )
    }
    const { container } = render(
      <tidings.InboxProvider subscriberId="ada" baseUrl="/api/inbox">
        <tidings.Announcer>
          <Example />
        </tidings.Announcer>
      </tidings.InboxProvider>,
    )
    if (/<Inbox\b/.test(block.code)) {
      // The label of the bell, which the app may render itself, or the badge of a tab.
      await waitFor(() =>
        expect(container.querySelector('[aria-label^="Notifications, "], .tidings-badge')).not.toBeNull(),
      )
      expect(service.requests.length).toBeGreaterThan(0)
    }
    // jsdom renders no images, so an icon can't show the count.
    expect(warn.mock.calls.filter(([text]) => !String(text).includes('TIDINGS_215'))).toEqual([])
    expect(error.mock.calls).toEqual([])
  },
)
