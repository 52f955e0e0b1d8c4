import {
  type ComponentPropsWithoutRef,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useRef,
} from 'react'
import { useBrowserLayoutEffect } from '../../hooks/utils/useLatest.ts'
import { classNames } from '../base/classNames.ts'
import { focusIsLost } from '../base/focus.ts'
import { IconButton } from '../base/IconButton.tsx'
import { ArrowBackIcon, CheckAllIcon, CrossIcon, SettingsIcon } from '../base/icons.tsx'
import { useBellLabels } from '../language/LanguageProvider.tsx'

export interface HeaderElementProps extends Omit<ComponentPropsWithoutRef<'div'>, 'title'> {
  /** The title. Default: the label `notifications`. */
  title?: ReactNode
  /** Id of the element that describes the title: screen readers say it when the panel opens. */
  describedBy?: string | undefined
  /** Called when the user presses "Mark all as read". */
  onMarkAllAsRead?: (() => void) | undefined
  /** Whether there is nothing to mark. The button then does nothing, but stays focusable. Default false. */
  markAllDisabled?: boolean
  /** Renders before "Preferences", such as the button of a menu. */
  menu?: ReactNode
  /** Called when the user presses "Preferences". */
  onPreferences?: (() => void) | undefined
  /** Called when the user presses "Back". */
  onBack?: (() => void) | undefined
  /**
   * Called when the user presses "Close". In a popover, the button shows only if it fills the screen, with no outside
   * to press.
   */
  onClose?: (() => void) | undefined
}

/** The element of a PanelHeader. `<Inbox>` renders it without `PanelHeader`: see useBellElement. */
export const useHeaderElement = (
  {
    title,
    describedBy,
    onMarkAllAsRead,
    markAllDisabled = false,
    menu,
    onPreferences,
    onBack,
    onClose,
    className,
    children,
    ...rest
  }: HeaderElementProps,
  ref: Ref<HTMLDivElement> | undefined,
  titleRef: RefObject<HTMLHeadingElement | null>,
): ReactElement => {
  const labels = useBellLabels()
  const preferences = useRef<HTMLButtonElement>(null)
  const showsBack = onBack !== undefined
  const showedBack = useRef(showsBack)

  // "Preferences" and "Back" replace each other when they are pressed. Orca moves to "Back" by itself and says nothing
  // when it gets the focus, so the title gets it.
  useBrowserLayoutEffect(() => {
    if (showedBack.current === showsBack) return
    showedBack.current = showsBack
    const counterpart = showsBack ? titleRef.current : preferences.current
    if (counterpart && focusIsLost(counterpart)) counterpart.focus()
  }, [showsBack, titleRef])

  return (
    <div {...rest} ref={ref} className={classNames('tidings-header', className)}>
      {onBack && (
        <IconButton className="tidings-icon-button tidings-back" label={labels.back} onClick={() => onBack()}>
          <ArrowBackIcon />
        </IconButton>
      )}
      {/* The key makes the focus leave the title on the way back, too. */}
      <h2 key={Number(showsBack)} ref={titleRef} className="tidings-title" tabIndex={-1} aria-describedby={describedBy}>
        {title ?? labels.notifications}
      </h2>
      {children}
      {onMarkAllAsRead && (
        <button
          type="button"
          className="tidings-quiet-button tidings-mark-all"
          title={labels.markAllAsRead}
          aria-disabled={markAllDisabled || undefined}
          onClick={() => {
            if (!markAllDisabled) onMarkAllAsRead()
          }}
        >
          {/* The style sheet shows one of the two: the text does not fit on a phone. */}
          <CheckAllIcon />
          <span className="tidings-mark-all-text">{labels.markAllAsRead}</span>
        </button>
      )}
      {menu}
      {onPreferences && (
        <IconButton ref={preferences} label={labels.preferences} onClick={() => onPreferences()}>
          <SettingsIcon />
        </IconButton>
      )}
      {onClose && (
        <IconButton className="tidings-icon-button tidings-close" label={labels.close} onClick={() => onClose()}>
          <CrossIcon />
        </IconButton>
      )}
    </div>
  )
}
