import { joinStops, listen } from '../../state/model/listen.ts'

/**
 * Runs a task that needs a Web Lock or an open connection while the browser page is shown. It stops on `pagehide`,
 * because no browser puts a page with either into its back/forward cache, and starts again on `pageshow`: also when the
 * page comes back without having been in the cache, as on a phone that returns to the browser.
 *
 * @param beforeHide called on `pagehide`, before the task stops.
 */
export const whileShown = (start: () => () => void, beforeHide?: () => void): (() => void) => {
  let stop: (() => void) | undefined = start()
  const end = () => {
    stop?.()
    stop = undefined
  }
  const onHide = () => {
    beforeHide?.()
    end()
  }
  const onShow = () => {
    stop ??= start()
  }
  return joinStops(listen(window, 'pagehide', onHide), listen(window, 'pageshow', onShow), end)
}
