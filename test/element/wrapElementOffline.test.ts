import { expect, it, vi } from 'vitest'
import { wrapElement } from '../../src/element/wrapElement.ts'

vi.mock('tidings/element/standalone', () => {
  throw new Error('offline')
})

it('reports that the code of the element was not loaded', async () => {
  const onEvent = vi.fn<(name: string, event: CustomEvent) => void>()
  wrapElement(document.createElement('tidings-inbox'), { onEvent, onOpenChange: () => {} })
  await vi.waitFor(() => expect(onEvent.mock.calls.map(([name]) => name)).toEqual(['error']))
})
