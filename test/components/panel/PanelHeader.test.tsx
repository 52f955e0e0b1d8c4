import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { PanelHeader } from '../../../src/components/panel/PanelHeader.tsx'

describe('PanelHeader', () => {
  it('shows the buttons that have a handler', async () => {
    const onMarkAllAsRead = vi.fn()
    render(<PanelHeader onMarkAllAsRead={onMarkAllAsRead} />)
    expect(screen.getByRole('heading', { name: 'Notifications' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button'))
    expect(onMarkAllAsRead).toHaveBeenCalledExactlyOnceWith()
  })

  it('disables "Mark all as read" if there is nothing to mark', async () => {
    const onMarkAllAsRead = vi.fn()
    render(<PanelHeader onMarkAllAsRead={onMarkAllAsRead} markAllDisabled />)
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
    expect(onMarkAllAsRead).not.toHaveBeenCalled()
  })

  it('moves the focus from "Preferences" to the title of the view that it opens, and back', async () => {
    const Subject = () => {
      const [inPreferences, setInPreferences] = useState(false)
      return inPreferences ? (
        <PanelHeader title="Preferences" onBack={() => setInPreferences(false)} />
      ) : (
        <PanelHeader onPreferences={() => setInPreferences(true)} />
      )
    }
    render(<Subject />)
    await userEvent.click(screen.getByRole('button', { name: 'Preferences' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Preferences' }))
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Preferences' }))
  })
})
