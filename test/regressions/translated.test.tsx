import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ContentText } from '../../src/components/content/ContentText.tsx'
import { RangeEditor } from '../../src/components/schedule/RangeEditor.tsx'
import { parseRichText } from '../../src/content/parseRichText.ts'
import { ArrivalsPill, ContentProvider, type InboxProps, Tabs } from '../../src/index.ts'
import { createTestService, makeNotifications } from '../../src/testing/index.ts'
import { showInbox } from './showInbox.tsx'

/**
 * Translates the page as Google Translate does in Chrome: it moves each text out of the document, and puts elements in
 * its place. React goes on to change the text that it has created.
 */
const translate = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found) {
    if (text.data.trim() === '' || text.parentElement?.closest('font')) continue
    const translation = document.createElement('font')
    translation.textContent = `«${text.data}»`
    text.replaceWith(translation)
  }
}

const shown = (element: Element | null) => element?.textContent.replaceAll(/[«»]/g, '').trim()

it('preferences of a translated page can be changed', async () => {
  const inbox = showInbox(createTestService({ notifications: makeNotifications(3) }))
  await inbox.open()
  await userEvent.click(screen.getByRole('button', { name: 'Preferences' }))
  const [first] = await screen.findAllByRole('switch')
  translate()
  await userEvent.click(first as HTMLElement)
  await waitFor(() => expect(first).not.toBeChecked())
  expect(shown(first ?? null)).toBe('In-app')
  expect(first).toBeInTheDocument()
})

it('the texts of a translated page follow what they say', () => {
  const parts = (count: number) => (
    <>
      <ArrivalsPill count={count} />
      <Tabs id="tabs" tabs={[{ value: 'team', label: `Team (${count})` }]} value="team" onValueChange={() => {}} />
    </>
  )
  const { rerender, container } = render(parts(1))
  translate()
  rerender(parts(2))
  expect(shown(container.querySelector('.tidings-arrivals'))).toBe('2 new notifications')
  expect(shown(screen.getByRole('tab'))).toBe('Team (2)')
})

it('a range of hours of a translated page can become wrong and right again', () => {
  const range = (problem: 'overlap' | undefined) => (
    <RangeEditor
      day="Monday"
      text={{ start: '10:00 PM', end: '06:00 AM' }}
      problem={problem}
      isDraft
      onChange={() => {}}
      onRemove={() => {}}
    />
  )
  const { rerender, container } = render(range(undefined))
  const note = () => container.querySelector('.tidings-range-note')
  const before = shown(note())
  expect(before).toMatch(/next day/i)
  translate()
  rerender(range('overlap'))
  expect(shown(note())).toMatch(/overlap/i)
  rerender(range(undefined))
  expect(shown(note())).toBe(before)
})

it('a translated content can be edited, and its HTML can arrive later', async () => {
  const content = (format: InboxProps['content'], text: string) => (
    <ContentProvider content={format}>
      <div>
        <ContentText text={text} />
      </div>
    </ContentProvider>
  )
  const { rerender, container } = render(content(parseRichText, 'The **new** draft'))
  translate()
  rerender(content(parseRichText, '**A** draft of *Budget*'))
  expect(shown(container)).toBe('A draft of Budget')
  translate()
  rerender(content(parseRichText, 'No draft'))
  expect(shown(container)).toBe('No draft')

  let resolve = (_html: string) => {}
  const sanitized = new Promise<string>((settle) => (resolve = settle))
  const format = { html: () => sanitized }
  rerender(content(format, '<b>New</b>'))
  translate()
  await act(async () => resolve('<b>New</b>'))
  expect(container.querySelector('b')?.textContent).toBe('New')
})
