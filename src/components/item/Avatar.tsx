'use client'
import { forwardRef, useState, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { safeUrl } from '../../content/safeUrl.ts'
import type { NotificationActor } from '../../contract/inboxNotification.ts'
import { BellIcon, ErrorIcon } from '../base/icons.tsx'
import { ArrowUpIcon, CheckIcon, InfoIcon, PersonIcon, WarningIcon } from '../base/panelIcons.tsx'
import { classNames, renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useItemAround } from './useItem.ts'

/** What an Avatar says by its `data-*`, and to `render`. */
export type AvatarState = {
  /** What is drawn: a picture, the first letter of the name, or an icon. */
  kind: 'image' | 'initial' | 'icon'
  /** Of an icon that says how things are. */
  tone?: 'danger' | 'warning' | 'success' | 'info' | undefined
}

export interface AvatarProps extends Omit<ComponentPropsWithoutRef<'span'>, 'children'>, Replaceable<AvatarState> {
  /** Who caused the notification (2.4, ActorFeedItem). Default: the actor of the item around. */
  actor?: NotificationActor | undefined
}

interface Look extends AvatarState {
  drawing: ReactNode
}

const bell: Look = { kind: 'icon', drawing: <BellIcon /> }

/** The icons that the service knows by name. */
const systemIcons: Record<string, Look> = {
  error: { kind: 'icon', drawing: <ErrorIcon />, tone: 'danger' },
  warning: { kind: 'icon', drawing: <WarningIcon />, tone: 'warning' },
  success: { kind: 'icon', drawing: <CheckIcon />, tone: 'success' },
  up: { kind: 'icon', drawing: <ArrowUpIcon />, tone: 'success' },
  info: { kind: 'icon', drawing: <InfoIcon />, tone: 'info' },
  question: { kind: 'icon', drawing: <InfoIcon />, tone: 'info' },
}

/** An address that an `<img>` may load: a picture is fetched, so mail and telephone make no sense. */
const imageUrl = (data: string | null): string | undefined => {
  const url = safeUrl(data)
  return url !== undefined && /^(https?:|\/)/i.test(url) ? url : undefined
}

/** The first letter as a reader sees it: of several code points, where it is an emoji or carries accents. */
const firstLetter = (name: string): string | undefined => [...new Intl.Segmenter().segment(name)][0]?.segment

/** `data` of a person is the address of a picture; where it is a name instead, its first letter is shown. */
const personLook = (data: string | null): Look => {
  const name = data?.trim() ?? ''
  const isName = name !== '' && !/[/:\\]/.test(name)
  const initial = isName ? firstLetter(name) : undefined
  return initial ? { kind: 'initial', drawing: initial.toLocaleUpperCase() } : { kind: 'icon', drawing: <PersonIcon /> }
}

/**
 * The actor of a notification: picture, initial, or icon. Decoration alone, since the text says who did what. State:
 * `data-kind` "image", "initial" or "icon", `data-tone` for icons that warn.
 */
export const Avatar = forwardRef<HTMLSpanElement, AvatarProps>(function Avatar(
  { actor: given, render, className, ...rest },
  ref,
) {
  const item = useItemAround()
  const actor = given ?? item?.notification.actor
  const [failedUrl, setFailedUrl] = useState<string>()
  const url = actor && actor.type !== 'system_icon' && actor.type !== 'none' ? imageUrl(actor.data) : undefined

  const look = (): Look => {
    if (url !== undefined && url !== failedUrl) {
      const onError = () => setFailedUrl(url)
      return {
        kind: 'image',
        drawing: (
          <img src={url} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" onError={onError} />
        ),
      }
    }
    if (actor?.type === 'user') return personLook(actor.data)
    return (actor?.type === 'system_icon' && systemIcons[actor.data ?? '']) || bell
  }
  const { drawing, ...state } = look()
  return renderPart(
    <span
      {...rest}
      {...stateAttributes(state)}
      ref={ref}
      className={classNames('tidings-avatar', className)}
      aria-hidden="true"
    >
      {drawing}
    </span>,
    render,
    state,
  )
})
