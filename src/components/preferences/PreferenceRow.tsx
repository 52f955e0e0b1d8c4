'use client'
import type { Channel } from '../../contract/channel.ts'
import type { ChannelPreference, SendConditions } from '../../contract/preferences.ts'
import { useUniqueId } from '../../hooks/utils/useUniqueId.ts'
import { stateAttribute } from '../base/stateAttribute.ts'
import type { EditLog } from '../edits/editLog.ts'
import { useLabels } from '../language/useLabels.ts'
import { ChannelList } from './ChannelList.tsx'

export interface PreferenceRowProps {
  name: string
  level: 3 | 4
  /** Whether the workflow is on at all. */
  enabled: boolean
  /** The channels, and whether each is on. */
  channels: ChannelPreference
  /** Whether the user can't switch the workflow off. Default false. */
  alwaysOn?: boolean
  /** Whether the group's title is already "Always on". Default false. */
  isGroupAlwaysOn?: boolean
  /** Logs the user's changes, by channel. */
  edits: EditLog
  /** See `ChannelList`. */
  all?: ChannelPreference | undefined
  /** See `ChannelList`. */
  onlyIf?: SendConditions | undefined
  /** Makes each channel a switch: see `ChannelList`. */
  onChannelChange: ((channel: Channel, enabled: boolean) => unknown) | undefined
}

/** The channels of one workflow, or of all workflows. State: `data-critical`, `data-off`. */
export const PreferenceRow = ({
  name,
  level,
  enabled,
  channels,
  alwaysOn = false,
  isGroupAlwaysOn = false,
  ...ofChannels
}: PreferenceRowProps) => {
  const labels = useLabels()
  const id = useUniqueId()
  const Heading = `h${level}` as const
  const states = Object.values(channels)
  // `all` is undefined for the channels of all workflows.
  const offForAll = !ofChannels.all && states.includes(false) && labels.offForAll
  const ofWorkflow = alwaysOn ? !isGroupAlwaysOn && labels.alwaysOn : enabled ? offForAll : labels.switchedOff
  const note = states.some((state) => state !== undefined) ? ofWorkflow : labels.noChannels
  return (
    <div className="tidings-preference" data-critical={stateAttribute(alwaysOn)} data-off={stateAttribute(!enabled)}>
      <div className="tidings-preference-head">
        <Heading className="tidings-preference-name" id={id}>
          <bdi>{name}</bdi>
        </Heading>
        {note && <span className="tidings-preference-note">{note}</span>}
      </div>
      <ChannelList aria-labelledby={id} channels={channels} alwaysOn={alwaysOn} {...ofChannels} />
    </div>
  )
}
