'use client'
import { useId } from 'react'
import type { Channel } from '../../contract/channel.ts'
import type { ChannelPreference } from '../../contract/preferences.ts'
import { stateAttribute } from '../base/stateAttributes.ts'
import type { EditMemory } from '../edits/editMemory.ts'
import { useLabels } from '../language/LanguageProvider.tsx'
import { ChannelList } from './ChannelList.tsx'

export interface PreferenceRowProps {
  name: string
  /** Level of its heading. */
  level: 3 | 4
  enabled: boolean
  channels: ChannelPreference
  /** May its reader not switch it off? */
  alwaysOn?: boolean
  /** Does its group say so already? */
  isGroupAlwaysOn?: boolean
  edits: EditMemory<boolean>
  onChannelChange: ((channel: Channel, enabled: boolean) => unknown) | undefined
}

/** The channels of one workflow, or of all. State: `data-critical`, `data-off`. */
export const PreferenceRow = ({
  name,
  level,
  enabled,
  channels,
  alwaysOn = false,
  isGroupAlwaysOn = false,
  edits,
  onChannelChange,
}: PreferenceRowProps) => {
  const labels = useLabels()
  const id = useId()
  const Heading = `h${level}` as const
  const hasChannels = Object.values(channels).some((channel) => typeof channel === 'boolean')
  const note = alwaysOn ? !isGroupAlwaysOn && labels.alwaysOn : !enabled && labels.switchedOff
  return (
    <div className="tidings-preference" data-critical={stateAttribute(alwaysOn)} data-off={stateAttribute(!enabled)}>
      <div className="tidings-preference-head">
        <Heading className="tidings-preference-name" id={id}>
          <bdi>{name}</bdi>
        </Heading>
        {note && <span className="tidings-preference-note">{note}</span>}
      </div>
      {hasChannels ? (
        <ChannelList
          aria-labelledby={id}
          channels={channels}
          alwaysOn={alwaysOn}
          edits={edits}
          onChannelChange={onChannelChange}
        />
      ) : (
        <p className="tidings-preference-note">{labels.noChannels}</p>
      )}
    </div>
  )
}
