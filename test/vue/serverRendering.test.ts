import { expect, it } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { Inbox, InboxPage } from '../../src/vue/index.ts'

it('a server renders the tags with their attributes and slots, and does not load the element', async () => {
  const app = createSSRApp(() => [
    h(
      Inbox,
      { subscriberId: 'ada', open: true, class: 'own', onAction: () => {} },
      { bell: () => 'News', footer: () => 'All', item: () => 'A row' },
    ),
    h(InboxPage, { subscriberId: 'ada', theme: 'dark' }),
  ])
  expect(await renderToString(app)).toBe(
    '<!--[--><tidings-inbox class="own"><span slot="bell">News</span><div slot="footer">All</div></tidings-inbox>' +
      '<tidings-inbox-page></tidings-inbox-page><!--]-->',
  )
  expect(globalThis.customElements).toBeUndefined()
})
