import { icon } from './icons.tsx'

// Icons inside the panel, loaded with its code.
export const CheckIcon = icon('m3.25 8.5 3.25 3.25 6.25-7')
export const MinusIcon = icon('M4 8h8')
export const PlusIcon = icon('M8 3.5v9M3.5 8h9')
/**
 * A check mark, and beside it a closed envelope, since a ring looks like a radio button. The style sheet moves the
 * envelope in for a read row, so that a mark changes no element.
 */
export const MarkIcon = icon('m3.25 8.5 3.25 3.25 6.25-7m5.25-1.25h12v9h-12Zl6 5 6-5')
export const OfflineIcon = icon('M2 2l12 12M1.75 6.25q6.25-4.5 12.5 0M4.25 9q3.75-3 7.5 0M8 12.5v.01')
export const ArrowUpIcon = icon('M8 13V3M3.75 7.25 8 3l4.25 4.25')
export const LockIcon = icon('M3.25 7h9.5v6.75h-9.5ZM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2')
export const CopyIcon = icon('M5.75 5.75h8v8h-8ZM10.25 3.25v-1h-8v8h1')
export const SearchIcon = icon('M11.25 7a4.25 4.25 0 1 1-8.5 0 4.25 4.25 0 0 1 8.5 0Zm-1 3.25 3.5 3.5')
export const ClockIcon = icon('M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0ZM8 4.5V8l2.25 1.5')
export const PersonIcon = icon(
  'M10.75 5.25a2.75 2.75 0 1 1-5.5 0 2.75 2.75 0 0 1 5.5 0Zm-8 8.5c.6-2.6 2.6-4 5.25-4s4.65 1.4 5.25 4',
)
export const ArchiveIcon = icon('M2 2.75h12v3H2Zm1 3v7.5h10v-7.5m-6.5 3h3')
export const InboxIcon = icon('M2.25 9.25h3.5l1 1.75h2.5l1-1.75h3.5m-11.5 0v4h11.5v-4l-2-6.5h-7.5Z')
export const MoreIcon = icon(
  'M4 8a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0Zm4.5 0a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0ZM13 8a.5.5 0 1 1-1 0 .5.5 0 0 1 1 0Z',
)
export const InfoIcon = icon('M14.25 8a6.25 6.25 0 1 1-12.5 0 6.25 6.25 0 0 1 12.5 0ZM8 7.5v3.75M8 4.75v.01')
export const WarningIcon = icon('M8 2.25 14.25 13.25H1.75L8 2.25ZM8 6.5v3m0 1.75v.01')
