import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Menu } from '../../../src/components/base/Menu.tsx'

const Subject = ({ onSelect }: { onSelect: (label: string) => void }) => {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const item = (label: string, checked?: boolean) => ({
    label,
    onSelect: () => onSelect(label),
    ...(checked !== undefined && { checked }),
  })
  return (
    <>
      <button ref={button} aria-haspopup="menu" onClick={() => setOpen(!isOpen)}>
        Open
      </button>
      {isOpen && button.current && (
        <Menu
          label="Things"
          anchor={button.current}
          onClose={(isElsewhere) => {
            setOpen(false)
            if (!isElsewhere) button.current?.focus()
          }}
          groups={[
            { label: 'Fruit', items: [item('Apple'), item('Avocado'), item('Banana')] },
            { items: [] },
            { items: [item('One', true), item('Two', false)] },
          ]}
        />
      )}
      <button>After</button>
    </>
  )
}

const open = async () => {
  const onSelect = vi.fn<(label: string) => void>()
  const user = userEvent.setup()
  render(<Subject onSelect={onSelect} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return { user, onSelect }
}
const focused = () => document.activeElement?.textContent

describe('a menu', () => {
  it('has a name, groups and roles, and its button says that it is open', async () => {
    const { user } = await open()
    expect(screen.getByRole('menu', { name: 'Things' })).toBeTruthy()
    expect(screen.getByRole('group', { name: 'Fruit' })).toBeTruthy()
    expect(screen.getAllByRole('group')).toHaveLength(2)
    expect(screen.getAllByRole('menuitem')).toHaveLength(3)
    expect(screen.getByRole('menuitemradio', { name: 'One' })).toBeChecked()
    expect(screen.getByRole('menuitemradio', { name: 'Two' })).not.toBeChecked()
    const button = screen.getByRole('button', { name: 'Open' })
    expect(button).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{Escape}')
    expect(button).not.toHaveAttribute('aria-expanded')
  })

  it('moves the focus by arrows, Home, End and first letters', async () => {
    const { user } = await open()
    const press = async (keys: string) => {
      await user.keyboard(keys)
      return focused()
    }
    expect(focused()).toBe('Apple')
    expect(await press('{ArrowDown}')).toBe('Avocado')
    expect(await press('{ArrowUp}{ArrowUp}')).toBe('Two')
    expect(await press('{ArrowDown}')).toBe('Apple')
    expect(await press('{End}')).toBe('Two')
    expect(await press('{Home}')).toBe('Apple')
    expect(await press('b')).toBe('Banana')
    expect(await press('a')).toBe('Apple')
    expect(await press('a')).toBe('Avocado')
    expect(await press('x')).toBe('Avocado')
    // The name of a key is no text.
    expect(await press('{Shift}')).toBe('Avocado')
  })

  it('selects by Enter, Space and a click, and closes', async () => {
    const { user, onSelect } = await open()
    for (const keys of ['{Enter}', '{ArrowDown} ']) {
      await user.keyboard(keys)
      expect(screen.queryByRole('menu')).toBeNull()
      expect(focused()).toBe('Open')
      await user.click(screen.getByRole('button', { name: 'Open' }))
    }
    await user.click(screen.getByRole('menuitem', { name: 'Banana' }))
    expect(onSelect.mock.calls.flat()).toEqual(['Apple', 'Avocado', 'Banana'])
  })

  it('closes by Escape, Tab, its button and a click elsewhere', async () => {
    const { user } = await open()
    const button = screen.getByRole('button', { name: 'Open' })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(button).toHaveFocus()
    await user.click(button)
    await user.keyboard('{Tab}')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(focused()).toBe('After')
    await user.click(button)
    await user.click(button)
    expect(screen.queryByRole('menu')).toBeNull()
    await user.click(button)
    await user.click(document.body)
    expect(screen.queryByRole('menu')).toBeNull()
  })
})
