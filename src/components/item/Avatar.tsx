'use client'
import { type ComponentPropsWithoutRef, forwardRef, type ReactElement, useState } from 'react'
import { safeUrl } from '../../content/safeUrl.ts'
import type { NotificationActor } from '../../contract/inboxNotification.ts'
import { classNames } from '../base/classNames.ts'
import { BellIcon, ErrorIcon } from '../base/icons.tsx'
import { ArrowUpIcon, CheckIcon, InfoIcon, PersonIcon, WarningIcon } from '../base/panelIcons.tsx'
import { renderPart, type Replaceable } from '../base/renderPart.tsx'
import { stateAttributes } from '../base/stateAttributes.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { useItemAround } from './useItem.ts'

/** State of an Avatar: its `data-*` attributes, and the second argument of `render`. */
export type AvatarState = {
  /** Content: a picture, the first letter of a name, or an icon. */
  kind: 'image' | 'initial' | 'icon'
  /** Color of a system icon with a meaning, such as a warning. */
  tone?: 'danger' | 'warning' | 'success' | 'info' | undefined
  /** Color of an initial, from 0 to 7. The same name has the same one. */
  hue?: number | undefined
}

export interface AvatarProps extends Omit<ComponentPropsWithoutRef<'span'>, 'children'>, Replaceable<AvatarState> {
  /** Who caused the notification. Default: the `actor` of the item around. */
  actor?: NotificationActor | undefined
}

interface Look extends AvatarState {
  drawing: ReactElement | string
}

const bell: Look = { kind: 'icon', drawing: <BellIcon /> }

/** The service's names of system icons. */
const systemIcons: Record<string, Look> = {
  error: { kind: 'icon', drawing: <ErrorIcon />, tone: 'danger' },
  warning: { kind: 'icon', drawing: <WarningIcon />, tone: 'warning' },
  success: { kind: 'icon', drawing: <CheckIcon />, tone: 'success' },
  up: { kind: 'icon', drawing: <ArrowUpIcon />, tone: 'success' },
  info: { kind: 'icon', drawing: <InfoIcon />, tone: 'info' },
  question: { kind: 'icon', drawing: <InfoIcon />, tone: 'info' },
}

/** The URL if an `<img>` can load it: "mailto:" and "tel:" are safe links, but no pictures. */
const imageUrl = (data: string | null): string | undefined => {
  const url = safeUrl(data)
  return url !== undefined && /^(https?:|\/)/i.test(url) ? url : undefined
}

let segmenter: Intl.Segmenter | undefined

/** The first letter as the user sees it. An emoji, or a letter with accents, may have several code points. */
const firstLetter = (name: string): string | undefined => {
  // Most names need no Segmenter, which is slow to create.
  if (/^[a-z](?:[ -~]|$)/i.test(name)) return name[0]
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(name).containing(0)?.segment
}

/** The look of a person without a picture. `data` is a picture's URL or a name, whose first letter shows. */
const personLook = (data: string | null, locale: string): Look => {
  const name = data?.trim() ?? ''
  const isName = name !== '' && !/[/:\\]/.test(name)
  const initial = isName ? firstLetter(name) : undefined
  return initial
    ? // A color for each name, so that users recognize people without pictures.
      { kind: 'initial', hue: (name.charCodeAt(0) + name.length) % 8, drawing: initial.toLocaleUpperCase(locale) }
    : { kind: 'icon', drawing: <PersonIcon /> }
}

const useLook = (actor: NotificationActor | null | undefined): Look => {
  const locale = useLocale()
  const [failedUrl, setFailedUrl] = useState<string>()
  const url = actor && actor.type !== 'system_icon' && actor.type !== 'none' ? imageUrl(actor.data) : undefined
  if (url !== undefined && url !== failedUrl) {
    const onError = () => setFailedUrl(url)
    return {
      kind: 'image',
      drawing: <img src={url} alt="" loading="lazy" decoding="async" referrerPolicy="no-referrer" onError={onError} />,
    }
  }
  if (actor?.type === 'user') return personLook(actor.data, locale)
  return (actor?.type === 'system_icon' && systemIcons[actor.data ?? '']) || bell
}

/**
 * The actor of a notification: a picture, an initial or an icon. Hidden from screen readers, since the text names the
 * actor. State: `data-kind` "image", "initial" or "icon"; `data-tone` "danger", "warning", "success" or "info" for some
 * icons.
 */
export const Avatar = forwardRef<HTMLSpanElement, AvatarProps>(function Avatar(
  { actor, render, className, ...rest },
  ref,
) {
  const item = useItemAround()
  const { drawing, ...state } = useLook(actor ?? item?.notification.actor)
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
