import { type ComponentPropsWithoutRef, type MouseEvent, useSyncExternalStore } from 'react'

const subscribe = (onChange: () => void) => {
  addEventListener('popstate', onChange)
  return () => removeEventListener('popstate', onChange)
}

/** The path of the page that is shown. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)

/** Goes to another page of this site without loading it anew. */
export const navigate = (path: string) => {
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
  scrollTo(0, 0)
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click asks for this page to change, and not for a new tab, a window or a download. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** A link to another page of this site. */
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
