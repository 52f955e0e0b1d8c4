'use client'
import { type ComponentPropsWithoutRef, forwardRef, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { type Channel, channels as knownChannels } from '../../contract/channel.ts'
import type { ChannelPreference } from '../../contract/preferences.ts'
import { CheckIcon, LockIcon, MinusIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttribute } from '../base/stateAttributes.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import { createEditMemory, currentEdit, type EditMemory } from '../edits/editMemory.ts'
import { useAnnounce } from '../feedback/Announcer.tsx'
import { useLabels } from '../language/LanguageProvider.tsx'

interface Switch {
  checked: boolean
  isSaving: boolean
  hasFailed: boolean
  /** Turns it over. While an earlier turn is being saved, the new one waits for it. */
  toggle: () => void
}

/**
 * A switch that shows its new state at once, and the old one again if that could not be saved.
 * @param memory keeps what was switched, under the name `field`.
 * @param checked what is known to be saved. When it changes, it is what shows, whatever was pressed before.
 * @param save may return a promise; when it is rejected, or an error is thrown, the switch turns back.
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
      // Asked of the memory, not of the last render: two presses may come before one.
      const value = !(currentEdit(read(), checked)?.shown ?? checked)
      memory.change({ line: field, fields: new Map([[field, { reported: checked, value }]]), save: () => save(value) })
    },
  }
}

export interface ChannelListProps extends Omit<ComponentPropsWithoutRef<'ul'>, 'onChange' | 'children'>, Replaceable {
  /** The channels that apply, and whether each is on (2.9). */
  channels: ChannelPreference
  /** May the reader not switch them off? */
  alwaysOn?: boolean
  /** Makes each channel a switch. A promise that is rejected turns it back. */
  onChannelChange?: ((channel: Channel, enabled: boolean) => unknown) | undefined
  /** Remembers what was switched, by channel. Default: one that lasts as long as the list. */
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

/** Channels and whether each is on. State of each: `data-on`, `data-saving`. Draws nothing when none applies. */
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
