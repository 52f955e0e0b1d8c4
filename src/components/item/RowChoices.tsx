'use client'
import { useState } from 'react'
import { snoozeHours, snoozeTimes } from '../../schedule/snoozeTimes.ts'
import { ownTimeZone } from '../../schedule/wallClock.ts'
import { Menu, type MenuGroup, type MenuItem } from '../base/Menu.tsx'
import type { PopupProps } from '../base/Popup.tsx'
import { useReportOnce } from '../base/useReportOnce.ts'
import { formatUntil } from '../language/formatUntil.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import { capitalize, dateFormats, distance } from '../language/relativeTime.ts'
import { useLabels } from '../language/useLabels.ts'
import { archive, canSnooze, remove } from './rowActions.tsx'
import type { OpenRowMenu, SnoozeOptions, SnoozePreset, SnoozePresets } from './rowMenuContext.ts'
import { SnoozeForm } from './SnoozeForm.tsx'

const weekday = dateFormats({ weekday: 'long', timeZone: 'UTC' })

/** Any Monday. */
const aMonday = Date.UTC(2024, 0, 1)

const standardPresets = (now: number, timeZone: string | undefined, locale: string): SnoozePreset[] => {
  const words = {
    hours: () => distance(locale).format(snoozeHours, 'hour'),
    tomorrow: () => distance(locale).format(1, 'day'),
    monday: () => weekday(locale).format(aMonday),
  }
  return snoozeTimes(now, timeZone).map(({ kind, until }) => ({
    label: capitalize(words[kind](), locale),
    until: new Date(until),
  }))
}

/** The choices of the app, of which invalid ones are left out. Undefined if its function throws. */
const ownPresets = (
  presets: SnoozePresets | undefined,
  now: number,
  timeZone: string | undefined,
  report: (error: unknown) => void,
): SnoozePreset[] | undefined => {
  try {
    return presets?.(new Date(now), timeZone ?? ownTimeZone()).filter(({ until }) => until.getTime() > now)
  } catch (error) {
    report(error)
    return undefined
  }
}

export interface RowChoicesProps extends OpenRowMenu, SnoozeOptions {
  now: () => number
  onClose: PopupProps['onClose']
}

/** The menu of a row, and the field for a time that takes its place. */
export const RowChoices = ({
  kind,
  notification,
  handlers,
  from,
  snoozePresets,
  timeZone,
  now,
  onClose,
}: RowChoicesProps) => {
  const labels = useLabels()
  const locale = useLocale()
  const report = useReportOnce()
  const [isForm, setForm] = useState(false)
  // As the menu was opened, so that no choice changes under the finger.
  const [openedAt] = useState(now)
  const { onSnooze } = handlers
  const snooze = (until: number) => onSnooze?.(notification, new Date(until).toISOString())
  const popup = { anchor: from, onClose }
  if (isForm) return <SnoozeForm {...popup} now={openedAt} timeZone={timeZone} onSnooze={snooze} />

  const presets =
    ownPresets(snoozePresets, openedAt, timeZone, (error) => report('snoozePresets', error)) ??
    standardPresets(openedAt, timeZone, locale)
  const times: MenuItem[] = [
    ...presets.map(({ label, until }) => ({
      label,
      hint: formatUntil(until.getTime(), openedAt, locale, timeZone),
      onSelect: () => snooze(until.getTime()),
    })),
    { label: labels.chooseTime, staysOpen: true, onSelect: () => setForm(true) },
  ]
  const itemsOf = (actions: readonly (typeof archive)[]): MenuItem[] =>
    actions.flatMap((action) => {
      const act = action.prepare(handlers, notification)
      return act ? { label: action.label(labels, notification), onSelect: () => act(from) } : []
    })
  const button = from.parentElement?.querySelector('[data-action="archive"]')
  /** For touch, where the style sheet hides its button. */
  const hidden = button && getComputedStyle(button).display === 'none' ? [archive] : []
  const returnNow = { label: labels.returnNow, onSelect: () => onSnooze?.(notification, null) }
  const isMore = kind === 'more'
  const groups: MenuGroup[] = [
    { items: isMore ? itemsOf(hidden) : [] },
    { items: notification.snoozedUntil && onSnooze ? [returnNow] : [] },
    { label: labels.snooze, items: canSnooze(handlers, notification) ? times : [] },
    { items: isMore ? itemsOf([remove]) : [] },
  ]
  return <Menu {...popup} label={isMore ? labels.moreActions : labels.snooze} groups={groups} />
}
