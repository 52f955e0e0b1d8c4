'use client'
import { type ComponentPropsWithoutRef, forwardRef, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { type Channel, channels as knownChannels } from '../../contract/channel.ts'
import type { ChannelPreference } from '../../contract/preferences.ts'
import { classNames } from '../base/classNames.ts'
import { CheckIcon, LockIcon, MinusIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import { createEditMemory, currentEdit, type EditMemory } from '../edits/editMemory.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { useLabels } from '../language/useLabels.ts'

interface Switch {
  checked: boolean
  isSaving: boolean
  hasFailed: boolean
  /** Toggles the switch. The save waits for an earlier one. */
  toggle: () => void
}

/**
 * A switch that shows its new state at once, and reverts if the state fails to save.
 * @param memory stores the change, under the name `field`.
 * @param checked the saved state. When it changes, it shows instead of any saved or failed change.
 * @param save saves the new state. If it throws or rejects, the switch reverts.
 */
const useSwitch = (
  memory: EditMemory<boolean>,
  field: string,
  checked: boolean,
  save: (checked: boolean) => unknown,
): Switch => {
  const read = () => memory.snapshot().get(field)
  const edit = currentEdit(useSyncExternalStore(memory.subscribe, read, read), checked)
  useEffect(() => memory.report(field, checked), [memory, field, checked])

  const shown = edit?.shown ?? checked
  return {
    checked: shown,
    isSaving: edit?.phase === 'saving',
    hasFailed: edit?.phase === 'failed',
    toggle: () => {
      // Read from the memory, since two presses may come before the next render.
      const value = !(currentEdit(read(), checked)?.shown ?? checked)
      memory.change({ line: field, fields: new Map([[field, { reported: checked, value }]]), save: () => save(value) })
    },
  }
}

export interface ChannelListProps extends Omit<ComponentPropsWithoutRef<'ul'>, 'onChange' | 'children'>, Replaceable {
  /** The channels, and whether each is on. */
  channels: ChannelPreference
  /** Whether the reader can't switch the channels off. Default false. */
  alwaysOn?: boolean
  /** Makes each channel a switch, and saves its new state. If it throws or rejects, the switch reverts. */
  onChannelChange?: ((channel: Channel, enabled: boolean) => unknown) | undefined
  /** Stores the reader's changes, by channel. Default: a memory that lasts as long as the list. */
  edits?: EditMemory<boolean> | undefined
}

interface ChannelState {
  channel: Channel
  enabled: boolean
}

const ChannelText = ({ channel, enabled, alwaysOn }: ChannelState & { alwaysOn: boolean }) => {
  const labels = useLabels()
  const state = enabled ? labels.on : labels.off
  return (
    <span className="tidings-channel" data-on={stateAttribute(enabled)}>
      {!enabled && <MinusIcon />}
      {enabled && (alwaysOn ? <LockIcon /> : <CheckIcon />)}
      {labels.channel(channel)} <VisuallyHidden>{enabled && alwaysOn ? labels.alwaysOn : state}</VisuallyHidden>
    </span>
  )
}

interface ChannelSwitchProps extends ChannelState {
  edits: EditMemory<boolean>
  onChannelChange: (channel: Channel, enabled: boolean) => unknown
}

const ChannelSwitch = ({ channel, enabled, edits, onChannelChange }: ChannelSwitchProps) => {
  const labels = useLabels()
  const announce = useAnnounce()
  const noteId = useId()
  const { checked, isSaving, hasFailed, toggle } = useSwitch(edits, channel, enabled, (next) =>
    onChannelChange(channel, next),
  )
  useEffect(() => {
    if (hasFailed) announce(labels.preferenceFailed)
  }, [hasFailed, announce, labels])
  return (
    <>
      <button
        type="button"
        role="switch"
        className="tidings-channel"
        aria-checked={checked}
        aria-describedby={hasFailed ? noteId : undefined}
        data-on={stateAttribute(checked)}
        data-saving={stateAttribute(isSaving)}
        onClick={toggle}
      >
        {checked ? <CheckIcon /> : <MinusIcon />}
        {labels.channel(channel)}
      </button>
      {hasFailed && (
        <span className="tidings-preference-failed" id={noteId}>
          {labels.preferenceFailed}
        </span>
      )}
    </>
  )
}

/** Channels and whether each is on. State of each: `data-on`, `data-saving`. Renders nothing without channels. */
export const ChannelList = forwardRef<HTMLUListElement, ChannelListProps>(function ChannelList(
  { channels, alwaysOn = false, onChannelChange, edits, render, className, ...rest },
  ref,
) {
  const [ownEdits] = useState(createEditMemory<boolean>)
  const shown = knownChannels.flatMap((channel): ChannelState[] => {
    const enabled = channels[channel]
    return enabled === undefined ? [] : [{ channel, enabled }]
  })
  if (shown.length === 0) return null
  return renderPart(
    <ul {...rest} ref={ref} className={classNames('tidings-channels', className)}>
      {shown.map((state) => (
        <li key={state.channel} className="tidings-channel-item">
          {onChannelChange && !alwaysOn ? (
            <ChannelSwitch {...state} edits={edits ?? ownEdits} onChannelChange={onChannelChange} />
          ) : (
            <ChannelText {...state} alwaysOn={alwaysOn} />
          )}
        </li>
      ))}
    </ul>,
    render,
    {},
  )
})
