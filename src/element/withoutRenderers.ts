import type { ReactElement, ReactNode } from 'react'
import { type RenderItem, useNotification } from '../components/item/useItem.ts'

// Replaces `renderPart`, `KindBody` and `kindOf` in the standalone element, which has neither `render` nor `kinds`. Its
// `renderItem` is its own, and throws nothing. See vite.standalone.config.ts.

export const renderPart = (element: ReactElement): ReactElement => element

export const KindBody = ({ renderItem }: { renderItem: RenderItem | undefined }): ReactNode => {
  const notification = useNotification()
  return renderItem?.(notification)
}

export const kindOf = (): undefined => undefined
