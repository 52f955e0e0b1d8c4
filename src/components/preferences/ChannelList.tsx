'use client'
import { type ComponentPropsWithoutRef, forwardRef, useEffect, useState } from 'react'
import { type Channel, channels as knownChannels } from '../../contract/channel.ts'
import type { ChannelPreference, SendCondition, SendConditions } from '../../contract/preferences.ts'
import { useHydrated } from '../../hooks/utils/useHydrated.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import { classNames } from '../base/classNames.ts'
import { CheckIcon, LockIcon, MinusIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttribute } from '../base/stateAttribute.ts'
import { createEditLog, type Edit, type EditLog, phaseOf, shownFields } from '../edits/editLog.ts'
import { useEdits } from '../edits/preferenceEdits.ts'
import { useAnnouncement } from '../feedback/Announcer.tsx'
import { formatDuration } from '../language/formatDuration.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useLabels } from '../language/useLabels.ts'

export interface ChannelListProps extends Omit<ComponentPropsWithoutRef<'ul'>, 'onChange' | 'children'>, Replaceable {
  /** The channels, and whether each is on. */
  channels: ChannelPreference
  /** Whether the user can't switch the channels off. Default false. */
  alwaysOn?: boolean
  /** Makes each channel a switch, and saves its new state. If it throws or rejects, the switch reverts. */
  onChannelChange?: ((channel: Channel, enabled: boolean) => unknown) | undefined
  /** Logs the user's changes, by channel. Default: a log that lasts as long as the list. */
  edits?: EditLog | undefined
  /** The channels of all workflows. A switch whose channel is off there looks muted, and screen readers say so. */
  all?: ChannelPreference | undefined
  /** Channels that depend on the notification in the app: `onlyIf` of a workflow. They say so while `in_app` is on. */
  onlyIf?: SendConditions | undefined
}

interface ChannelItemProps {
  channel: Channel
  isOn: boolean
  alwaysOn: boolean
  /** Whether the channel is off for all workflows. */
  isMuted: boolean
  /** On what it depends whether the channel is used. Without: on nothing. */
  onlyIf: SendCondition | false | undefined
  /** State of the last change. Undefined: there is none. */
  phase: Edit['phase'] | undefined
  /** Id of the list's title. Screen readers say it after the name, because many don't say it on entering the list. */
  describedBy: string | undefined
  /** Undefined: the channel is text. */
  onToggle: (() => void) | undefined
}

const ChannelItem = ({ channel, isOn, alwaysOn, isMuted, onlyIf, phase, describedBy, onToggle }: ChannelItemProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const noteId = useUniqueId()
  const conditionId = `${noteId}-if`
  const name = labels.channel(channel)
  const condition = onlyIf && (
    <span className="tidings-preference-note" id={conditionId}>
      {labels.onlyIf(name, onlyIf.is, onlyIf.after > 0 ? formatDuration(onlyIf.after, locale) : '')}
    </span>
  )
  const hasFailed = phase === 'failed'
  const note = hasFailed ? labels.preferenceFailed : isMuted ? `${labels.allWorkflows}: ${labels.off}` : ''
  useAnnouncement(hasFailed && labels.preferenceFailed)
  const OnIcon = alwaysOn ? LockIcon : CheckIcon
  const content = (
    <>
      {isOn ? <OnIcon /> : <MinusIcon />}
      <span>{name}</span>
    </>
  )
  // The columns inside preferences have these names. A strict content security policy rejects styles in markup.
  const style = useHydrated() ? { gridColumn: channel } : undefined
  const common = { className: 'tidings-channel', style, 'data-on': stateAttribute(isOn) }
  return (
    <>
      {onToggle ? (
        <button
          {...common}
          type="button"
          role="switch"
          aria-checked={isOn}
          aria-describedby={
            [describedBy, condition && conditionId, note && noteId].filter(Boolean).join(' ') || undefined
          }
          data-muted={stateAttribute(isMuted)}
          data-saving={stateAttribute(phase === 'saving')}
          onClick={onToggle}
        >
          {content}
        </button>
      ) : (
        <span {...common}>
          {content}{' '}
          <span className="tidings-visually-hidden">
            {isOn ? (alwaysOn ? labels.alwaysOn : labels.on) : labels.off}
          </span>
        </span>
      )}
      {condition}
      {onToggle && note && (
        <span className={hasFailed ? 'tidings-preference-failed' : 'tidings-visually-hidden'} id={noteId}>
          {note}
        </span>
      )}
    </>
  )
}

/**
 * Channels and whether each is on. State of each: `data-on`, `data-muted`, `data-saving`. Renders nothing without
 * channels.
 */
export const ChannelList = forwardRef<HTMLUListElement, ChannelListProps>(function ChannelList(
  { channels, alwaysOn = false, onChannelChange, edits, all, onlyIf, render, className, ...rest },
  ref,
) {
  const [ownEdits] = useState(createEditLog)
  const log = edits ?? ownEdits
  const made = useEdits(log)
  useEffect(() => log.prune(channels), [log, channels])
  const names = knownChannels.filter((channel) => channels[channel] !== undefined)
  if (names.length === 0) return null
  const shown = shownFields(channels, made)
  // Without a notification in the app, the other channels depend on nothing.
  const isInApp = alwaysOn || (shown.in_app === true && all?.in_app !== false)
  const toggle = (channel: Channel) => {
    // Read from the log, since two presses may come before the next render.
    const enabled = shownFields(channels, log.getState())[channel] !== true
    log.change(channels, { [channel]: enabled }, () => onChannelChange?.(channel, enabled))
  }
  return renderPart(
    <ul {...rest} ref={ref} className={classNames('tidings-channels', className)}>
      {names.map((channel) => (
        <li key={channel} className="tidings-channel-item">
          <ChannelItem
            channel={channel}
            isOn={shown[channel] === true}
            alwaysOn={alwaysOn}
            isMuted={all?.[channel] === false}
            onlyIf={isInApp && onlyIf?.[channel]}
            describedBy={rest['aria-labelledby']}
            phase={phaseOf(channel, channels, made)}
            onToggle={onChannelChange && !alwaysOn ? () => toggle(channel) : undefined}
          />
        </li>
      ))}
    </ul>,
    render,
  )
})
