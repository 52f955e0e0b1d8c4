import { type ComponentPropsWithoutRef, type MouseEvent, useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  addEventListener('popstate', onChange)
  return () => removeEventListener('popstate', onChange)
}

/** The path of the current page. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)

/** Navigates to another page of the app without reloading. */
export const navigate = (path: string) => {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
  scrollTo(0, 0)
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click is meant to navigate in this tab, and not to open a tab, a window or a download. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** A link to another page of the app. */
export const Link = ({ href, children, ...rest }: ComponentPropsWithoutRef<'a'> & { href: string }) => {
  const path = usePath()
  return (
    <a
      {...rest}
      href={href}
      aria-current={path === href ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}
