import * as Ariakit from '@ariakit/react'
import * as HeadlessUi from '@headlessui/react'
import MuiDialog from '@mui/material/Dialog'
import * as Radix from '@radix-ui/react-dialog'
import * as Popover from '@radix-ui/react-popover'
import { type ReactNode, StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Inbox, NotificationMain, NotificationTitle } from 'tidings'
import 'tidings/styles.css'

interface DialogProps {
  children: ReactNode
}

const NativeDialog = ({ children }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button onClick={() => ref.current?.showModal()}>Native</button>
      <dialog ref={ref} className="dialog">
        {children}
      </dialog>
    </>
  )
}

const RadixDialog = ({ children }: DialogProps) => (
  <Radix.Root>
    <Radix.Trigger>Radix</Radix.Trigger>
    <Radix.Portal>
      <Radix.Overlay />
      <Radix.Content className="dialog" aria-describedby={undefined}>
        <Radix.Title>Radix</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

const MaterialDialog = ({ children }: DialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>MUI</button>
      <MuiDialog open={isOpen} onClose={() => setOpen(false)}>
        {children}
      </MuiDialog>
    </>
  )
}

const HeadlessDialog = ({ children }: DialogProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Headless UI</button>
      <HeadlessUi.Dialog open={isOpen} onClose={setOpen}>
        <HeadlessUi.DialogPanel className="dialog">{children}</HeadlessUi.DialogPanel>
      </HeadlessUi.Dialog>
    </>
  )
}

const AriakitDialog = ({ children }: DialogProps) => {
  const dialog = Ariakit.useDialogStore()
  return (
    <>
      <Ariakit.Button onClick={dialog.show}>Ariakit</Ariakit.Button>
      <Ariakit.Dialog store={dialog} className="dialog">
        {children}
      </Ariakit.Dialog>
    </>
  )
}

/** A popover in the panel, as docs/compatibility.md describes. */
const RowPopover = () => {
  const [row, setRow] = useState<HTMLElement | null>(null)
  return (
    <Popover.Root>
      <Popover.Trigger ref={setRow}>Options</Popover.Trigger>
      <Popover.Portal container={row?.closest<HTMLElement>('.tidings-panel')}>
        <Popover.Content>
          <button>Mute</button>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const renderItem = () => (
  <>
    <NotificationMain>
      <NotificationTitle />
    </NotificationMain>
    <RowPopover />
  </>
)

const root = document.querySelector('main')!
createRoot(root).render(
  <StrictMode>
    {[NativeDialog, RadixDialog, MaterialDialog, HeadlessDialog, AriakitDialog].map((Dialog) => (
      <Dialog key={Dialog.name}>
        <p>The text of the dialog</p>
        <Inbox subscriberId="dora" baseUrl="/api/inbox" renderItem={renderItem} />
      </Dialog>
    ))}
  </StrictMode>,
)
