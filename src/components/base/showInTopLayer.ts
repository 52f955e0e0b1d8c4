import { listen } from '../../state/model/listen.ts'

/**
 * Puts an element into the top layer, if the browser supports it. Without `showPopover` (jsdom, in tests of apps) the
 * attribute alone would hide the panel.
 * @returns a function that no longer keeps it on top.
 */
export const showInTopLayer = (panel: HTMLElement): (() => void) | undefined => {
  if (!('showPopover' in panel)) return undefined
  panel.popover = 'manual'
  if (!panel.matches(':popover-open')) panel.showPopover()
  return listen(panel.ownerDocument, 'fullscreenchange', () => {
    // The element that fills the screen is now above the panel. Some dialogs move into it, which hides a panel in them.
    if (panel.matches(':popover-open')) panel.hidePopover()
    panel.showPopover()
  })
}
