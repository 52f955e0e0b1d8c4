import { createRawSnippet } from 'svelte'
import { render } from 'svelte/server'
import { expect, it } from 'vitest'
import { Inbox, InboxPage } from '../../src/svelte/index.ts'

const snippetOf = (text: string) => createRawSnippet(() => ({ render: () => `<b>${text}</b>` }))
const withoutComments = (html: string) => html.replaceAll(/<!--.*?-->/g, '').replaceAll(/>\s+</g, '><')

it('a server renders the tags with their attributes and slots, and does not load the element', () => {
  const inbox = render(Inbox, {
    props: {
      subscriberId: 'ada',
      open: true,
      class: 'own',
      onaction: () => {},
      bell: snippetOf('News'),
      footer: snippetOf('All'),
      item: snippetOf('A row'),
    },
  })
  expect(withoutComments(inbox.body)).toBe(
    '<tidings-inbox class="own"><span slot="bell"><b>News</b></span><div slot="footer"><b>All</b></div></tidings-inbox>',
  )
  const page = render(InboxPage, { props: { subscriberId: 'ada', theme: 'dark' } })
  expect(withoutComments(page.body).trim()).toBe('<tidings-inbox-page></tidings-inbox-page>')
  expect(globalThis.customElements).toBeUndefined()
})
