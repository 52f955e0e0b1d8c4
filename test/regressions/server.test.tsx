// @vitest-environment node
import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, { default?: string }>
}
// Bundles for plain pages contain the element again. Only Svelte's compiler reads its components: see test/svelte.
const modules = Object.values(exports).flatMap(({ default: file }) =>
  file?.endsWith('.js') && !/\/(standalone|svelte)\//.test(file) ? [file] : [],
)
const sources = import.meta.glob(['../../src/*.ts', '../../src/*/*.ts'])

it.each(modules)('%s can be imported without a window', async (file) => {
  expect(typeof window + typeof document).toBe('undefinedundefined')
  const load = sources[file.replace('./dist/', '../../src/').replace(/js$/, 'ts')]
  expect(Object.keys((await load?.()) as object)).not.toEqual([])
})

it('an inbox renders on a server: its bell, without a request, a warning or a style', async () => {
  const { Inbox } = await import('../../src/index.ts')
  const service = createTestService({ notifications: makeNotifications(3) })
  const warn = vi.spyOn(console, 'error')
  const html = renderToString(<Inbox subscriberId="ada" baseUrl="/api/inbox" fetch={service.fetch} />)
  expect(html).toContain('aria-label="Notifications"')
  expect(html).not.toMatch(/<style|style=/)
  expect(renderToString(<Inbox subscriberId={null} baseUrl="/api/inbox" />)).toBe('')
  expect(service.requests).toEqual([])
  expect(warn).not.toHaveBeenCalled()
})
