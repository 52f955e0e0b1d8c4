'use client'
import { type ArrivalSoundOptions, useArrivalSound } from '../../hooks/arrivals/useArrivalSound.ts'

export type ArrivalSoundProps = ArrivalSoundOptions

/** Plays a sound for arrivals: `<Inbox …><ArrivalSound enabled={!isMuted} /></Inbox>`. See `useArrivalSound`. */
export const ArrivalSound = (props: ArrivalSoundProps) => {
  useArrivalSound(props)
  return null
}
