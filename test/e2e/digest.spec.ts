import { expect, test } from './support/test.ts'

test('likes share one row, which counts them, and is unread on top again when it grows', async ({ orchard, page }) => {
  await orchard.openLive()
  const like = page.getByRole('button', { name: /^Somebody likes your post/ })
  const likes = orchard.items.filter({ hasText: 'liked “Launch checklist”' })
  const top = orchard.items.first()
  await like.click()
  await expect(page.getByRole('status', { name: 'Outcome' })).toHaveText('Status: processed.')
  // Those of an earlier test count too: a row collects the likes of an hour.
  const before = Number(/ (\d+) other/.exec((await orchard.newest('maya')).subject ?? '')?.[1] ?? 0)
  await like.click()
  await like.click()
  await orchard.openPanel()
  await expect(top).toContainText(`and ${before + 2} others liked “Launch checklist”`)
  await expect(likes).toHaveCount(1)
  await likes.hover()
  await likes.getByRole('button', { name: 'Mark as read' }).click()
  await expect(likes).not.toHaveAttribute('data-unread')

  await page.keyboard.press('Escape')
  await orchard.happen('mention')
  await like.click()
  await orchard.openPanel()
  await expect(top).toContainText(`and ${before + 3} others liked “Launch checklist”`)
  await expect(top).toHaveAttribute('data-unread')
  await expect(orchard.items.nth(1)).toContainText('mentioned you')
  await expect(likes).toHaveCount(1)
})
