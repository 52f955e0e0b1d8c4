import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { TabPanel, Tabs } from '../../../src/components/panel/Tabs.tsx'

type Value = 'all' | 'unread' | 'done'

const Subject = () => {
  const [value, setValue] = useState<Value>('all')
  return (
    <>
      <Tabs<Value>
        id="t"
        aria-label="Filter"
        tabs={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: 'Unread' },
          { value: 'done', label: 'Done' },
        ]}
        value={value}
        onValueChange={setValue}
      />
      <TabPanel tabsId="t" value={value}>
        Shows {value}
      </TabPanel>
    </>
  )
}
const selected = () => screen.getByRole('tab', { selected: true })

describe('Tabs', () => {
  it('names its panel after the selected tab', async () => {
    render(<Subject />)
    await userEvent.click(screen.getByRole('tab', { name: 'Unread' }))
    expect(screen.getByRole('tabpanel', { name: 'Unread' }).textContent).toBe('Shows unread')
    expect(selected().getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id)
  })

  it('is one tab stop; arrows move, select and wrap around', async () => {
    render(<Subject />)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('All')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(selected())
    expect(selected().textContent).toBe('Unread')
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(selected().textContent).toBe('All')
    await userEvent.keyboard('{ArrowLeft}')
    expect(selected().textContent).toBe('Done')
    await userEvent.keyboard('{Home}')
    expect(selected().textContent).toBe('All')
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })

  it('leaves keys with modifiers to the browser', async () => {
    render(<Subject />)
    await userEvent.tab()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    expect(selected().textContent).toBe('All')
  })
})
