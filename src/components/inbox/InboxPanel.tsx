'use client'
import { loaded } from '../feedback/onDemand.ts'
import { InboxFrame } from './InboxFrame.tsx'
import type { InboxPanelProps } from './inboxPanelProps.ts'
import { panelContent } from './panelContent.ts'

const code = loaded(panelContent)

/** The content of the panel: header, tabs and list, or the preferences. */
export const InboxPanel = (props: InboxPanelProps) => <InboxFrame {...props} code={code} />
