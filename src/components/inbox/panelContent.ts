import type { InboxStore } from '../../state/inboxStore.ts'
import { markAll as markAllMessages } from '../../state/intents/markMessages.ts'
import type { Announce } from '../feedback/Announcer.tsx'
import type { GivenLabels } from '../language/LanguageProvider.tsx'
import { prepareFormats } from '../language/relativeTime.ts'
import { completeLabels } from '../language/useLabels.ts'
import { InboxList } from './InboxList.tsx'
import { PanelKeys } from './PanelKeys.tsx'
import { preferencesCode, PreferencesOnDemand } from './PreferencesOnDemand.tsx'
import { showUndo } from './UndoNotice.tsx'
import { ViewMenu, ViewTitle } from './ViewMenu.tsx'

/**
 * Marks all as read, by the button or the key.
 *
 * @param announce undefined while the browser is online: UndoNotice then announces the result after the service's
 * response.
 */
const markAll = (store: InboxStore, given: readonly GivenLabels[], announce?: Announce) => {
  showUndo(store, undefined)
  // Not `useMarkAll`, whose mutations add 1 kB to each panel. FailedMarksNotice shows a failure.
  markAllMessages(store, 'read', undefined).then(
    ({ count, undo }) => showUndo(store, undo && count > 0 ? { count, undo } : undefined),
    () => undefined,
  )
  announce?.(completeLabels(given).offline)
}

/**
 * What the frame of a panel loads on demand. One object, because bundlers add code for a module that is imported as a
 * whole.
 */
export const panelContent = {
  InboxList,
  PanelKeys,
  PreferencesOnDemand,
  ViewMenu,
  ViewTitle,
  preferencesCode,
  markAll,
  showUndo,
  prepareFormats,
}

export type PanelContent = typeof panelContent
