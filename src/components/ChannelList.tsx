'use client'
import { forwardRef, useEffect, useId, useState, type ComponentPropsWithoutRef } from 'react'
import { channels as knownChannels, type Channel } from '../contract/channel.ts'
import type { ChannelPreference } from '../contract/preferences.ts'
import { useAnnounce } from './Announcer.tsx'
import { classNames } from './classNames.ts'
import { createEditMemory, type EditMemory } from './editMemory.ts'
import { CheckIcon, LockIcon, MinusIcon } from './panelIcons.tsx'
import { useLabels } from './LanguageProvider.tsx'
import { renderPart, type Replaceable } from './renderPart.tsx'
import { stateAttribute } from './stateAttribute.ts'
import { useSwitch } from './useSwitch.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

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
