'use client'
import { type ComponentPropsWithRef, type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useCountValue } from '../../hooks/feed/useCount.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import type { Count } from '../../state/marks/countAfterMarks.ts'
import { Activity } from '../base/Activity.ts'
import { motionLimit } from '../base/limitMotion.ts'
import type { Placement } from '../base/placePanel.ts'
import { whenIdle } from '../base/whenIdle.ts'
import { onDemand, useOnDemand } from '../feedback/onDemand.ts'
import { useBellElement } from '../panel/useBellElement.tsx'
import { type PanelElementProps, usePanelElement } from '../panel/usePanelElement.tsx'
import { InboxFrame } from './InboxFrame.tsx'
import type { InboxPanelProps } from './inboxPanelProps.ts'
import { useBellNews } from './useBellNews.ts'
import { usePanelFormats } from './usePanelFormats.ts'
import { usePrefetch } from './usePrefetch.ts'

/** The second argument of `renderBell`. */
export interface BellCount {
  /** Whether the panel is open. */
  open: boolean
  /** Number of new notifications. `null`: unknown. */
  count: number | null
}

export interface InboxPopoverProps extends Omit<InboxPanelProps, 'onClose'> {
  /**
   * Where the panel opens: as a "popover" beside the bell, or as a "drawer" along the end of the window. Both fill the
   * screen of a phone. Default "popover".
   */
  layout?: 'popover' | 'drawer' | undefined
  /**
   * Side of the bell that a popover opens on, and the edge of the bell that it is aligned with: "bottom-end". The other
   * side or edge is used where the window has no room. Default: the side with more room, aligned with the end.
   */
  placement?: Placement | undefined
  /** Whether the panel is open. Update it in `onOpenChange`. Default: the inbox opens and closes its panel itself. */
  open?: boolean | undefined
  /** Whether the panel is open at first. Default false. */
  defaultOpen?: boolean | undefined
  /** Called when the user opens or closes the panel. */
  onOpenChange?: ((open: boolean) => void) | undefined
  /**
   * Renders the bell. Spread all props on a `<button>`: they have its label, its handlers, and as `children` its icon
   * and badge. With your own trigger elsewhere, return null, and set `open` and `layout="drawer"`.
   *
   * ```tsx
   * renderBell={(props, { count }) => <button {...props} className="nav-button">Notifications {count}</button>}
   * ```
   */
  renderBell?: ((props: ComponentPropsWithRef<'button'>, state: BellCount) => ReactNode) | undefined
  /**
   * When the panel's first page and its code are loaded: "idle" fetches the page with the count, and loads the code
   * when the browser page is idle, so that the panel opens at once; "hover" waits until the pointer or the focus is on
   * the bell; "none" waits for the click. A browser in data-saving mode treats "idle" as "hover". Default "idle".
   */
  prefetch?: 'idle' | 'hover' | 'none' | undefined
}

/**
 * Loaded on demand: most of the inbox's code is in the panel, and a browser page with a closed panel needs none of it.
 */
export const panelCode = onDemand(async () => (await import('./panelContent.ts')).panelContent)

interface PopoverPanelProps extends InboxPanelProps {
  panel: Pick<PanelElementProps, 'id' | 'anchor' | 'layout' | 'placement'> & { onClose: () => void }
}

const PopoverPanel = ({ panel, ...rest }: PopoverPanelProps) =>
  usePanelElement({ ...panel, children: <InboxFrame {...rest} code={panelCode} onClose={panel.onClose} /> })

/**
 * Prepares a panel before it opens: renders it once, hidden, in React's idle time and without effects. It then opens
 * with a fraction of the work. Before React 19.2, the panel renders when it opens.
 */
const Prepared = ({ open, children }: { open: boolean; children: ReactElement }) => {
  // The same element, so that a closed panel does not render again.
  const [hidden] = useState(children)
  return Activity ? (
    <Activity mode={open ? undefined : 'hidden'}>{open ? children : hidden}</Activity>
  ) : (
    open && children
  )
}

const unseen = { seen: false }
const numberOf = (count: Count | undefined) => count?.count ?? null

/** The bell, and the panel that it opens. Render it inside an InboxProvider. */
export const InboxPopover = ({
  layout = 'popover',
  placement,
  prefetch = 'idle',
  open,
  defaultOpen = false,
  onOpenChange,
  renderBell,
  ...rest
}: InboxPopoverProps) => {
  const [isOpenHere, setOpenHere] = useState(defaultOpen)
  const isOpen = open ?? isOpenHere
  const bell = useRef<HTMLButtonElement>(null)
  const panelId = useUniqueId()
  const setOpen = async (next: boolean) => {
    const tree = (bell.current ?? document).getRootNode() as Document
    const panel = tree.getElementById(panelId)
    const dataset = panel?.dataset ?? {}
    if (dataset['leaving']) return
    // The style sheet animates a panel that closes. jsdom has no animations.
    dataset['leaving'] = 'true'
    const animation = panel?.getAnimations?.()[0]
    // It rejects if it is canceled, and never settles if the app pauses it or the document is hidden.
    if (animation)
      await Promise.race([
        animation.finished.catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, motionLimit)),
      ])
    // The app may keep it open.
    delete dataset['leaving']
    setOpenHere(next)
    onOpenChange?.(next)
  }
  const load = usePrefetch(prefetch, rest.pageSize, panelCode.load)
  const { value: count, query } = useCountValue(unseen, numberOf)
  const arrivals = useBellNews(query.data?.data, count ?? 0)
  /**
   * The count when the user moved to the bell. While it is the same, the panel is rendered, hidden until it opens.
   */
  const [preparedFor, setPreparedFor] = useState<number | null>()
  // A panel that closes is removed, with its state.
  if (isOpen && preparedFor !== undefined) setPreparedFor(undefined)

  const isLoaded = useOnDemand(panelCode).status === 'ready'
  usePanelFormats(panelCode, whenIdle)
  const panel = { id: panelId, anchor: bell, layout, placement, onClose: () => setOpen(false) }
  const prepare = async () => {
    // An open panel fetches by itself.
    if (isOpen) return
    await load()
    setPreparedFor(count)
  }
  const bellElement = useBellElement(
    {
      count,
      arrivals,
      open: isOpen,
      panelId,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => setOpen(!isOpen),
    },
    bell,
  )

  return (
    <>
      {renderBell ? renderBell({ ...bellElement.props, ref: bell }, { open: isOpen, count }) : bellElement}
      {(isOpen || (isLoaded && preparedFor === count)) && (
        <Prepared open={isOpen}>
          <PopoverPanel {...rest} panel={panel} />
        </Prepared>
      )}
    </>
  )
}
