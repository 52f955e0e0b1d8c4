/**
 * Puts an element into the top layer, if the browser supports it. Without `showPopover` (jsdom, in tests of apps) the
 * attribute alone would hide the panel.
 */
export const showInTopLayer = (panel: HTMLElement): void => {
  if (!('showPopover' in panel)) return
  panel.popover = 'manual'
  if (!panel.matches(':popover-open')) panel.showPopover()
}
