import { useSyncExternalStore } from 'react'

/** The Navigation API tells of every way in which a page changes its address. Older browsers tell of "back" and "forward". */
const navigationOf = (): EventTarget | undefined => ('navigation' in window ? window.navigation : undefined)

const subscribeToAddress = (listener: () => void) => {
  const navigation = navigationOf()
  navigation?.addEventListener('currententrychange', listener)
  for (const event of ['popstate', 'hashchange']) addEventListener(event, listener)
  return () => {
    navigation?.removeEventListener('currententrychange', listener)
    for (const event of ['popstate', 'hashchange']) removeEventListener(event, listener)
  }
}

/** The address of this page, as far as the browser tells of its changes. On a server: empty. */
export const useAddress = (): string =>
  useSyncExternalStore(
    subscribeToAddress,
    () => location.href,
    () => '',
  )
