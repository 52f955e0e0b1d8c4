import type { ReactElement } from 'react'

// Replaces `renderPart` and `KindBody` in the standalone element, which has neither `render` nor `kinds`. See
// vite.standalone.config.ts.

export const renderPart = (element: ReactElement): ReactElement => element

export const KindBody = (): null => null
