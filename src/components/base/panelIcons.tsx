import { icon } from './icons.tsx'

// Icons inside the panel, loaded with its code.
export const CheckIcon = icon(<path d="m3.25 8.5 3.25 3.25 6.25-7" />)
export const MinusIcon = icon(<path d="M4 8h8" />)
export const PlusIcon = icon(<path d="M8 3.5v9M3.5 8h9" />)
export const CheckListIcon = icon(<path d="m1.5 4.25 1.25 1.25L5.25 2.75M8 4.25h6M1.5 11l1.25 1.25L5.25 9.5M8 11h6" />)
/**
 * A check mark, and beside it a closed envelope, since a ring looks like a radio button. The style sheet moves the
 * envelope in for a read row, so that a mark changes no element.
 */
export const MarkIcon = icon(
  <path d="m3.25 8.5 3.25 3.25 6.25-7m6.75-1.25h9a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-9a1.5 1.5 0 0 1-1.5-1.5v-6a1.5 1.5 0 0 1 1.5-1.5Zm-1 1.25 5.5 4 5.5-4" />,
)
export const OfflineIcon = icon(<path d="M2 2l12 12M1.75 6.25q6.25-4.5 12.5 0M4.25 9q3.75-3 7.5 0M8 12.5v.01" />)
export const ArrowUpIcon = icon(<path d="M8 13V3M3.75 7.25 8 3l4.25 4.25" />)
export const LockIcon = icon(
  <>
    <rect x="3.25" y="7" width="9.5" height="6.75" rx="1.5" />
    <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
  </>,
)
export const CopyIcon = icon(
  <>
    <rect x="5.75" y="5.75" width="8" height="8" rx="1.5" />
    <path d="M10.25 3.25v-.5a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h.5" />
  </>,
)
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.25 10.25 3.5 3.5" />
  </>,
)
export const ClockIcon = icon(
  <>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 4.5V8l2.25 1.5" />
  </>,
)
export const PersonIcon = icon(
  <>
    <circle cx="8" cy="5.25" r="2.75" />
    <path d="M2.75 13.75c.6-2.6 2.6-4 5.25-4s4.65 1.4 5.25 4" />
  </>,
)
export const InfoIcon = icon(
  <>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 7.5v3.75M8 4.75v.01" />
  </>,
)
export const WarningIcon = icon(<path d="M8 2.25 14.25 13.25H1.75L8 2.25ZM8 6.5v3m0 1.75v.01" />)
export const CheckAllIcon = icon(<path d="m1.25 8.75 3 3 5.5-6.5m-2 6.25.25.25 6.25-7" />)
export const ArrowBackIcon = icon(<path d="M13 8H3m4.25-4.25L3 8l4.25 4.25" />)
export const SettingsIcon = icon(
  <>
    <path d="M2 4.75h6.5m3.5 0h2M2 11.25h2m3.5 0H14" />
    <circle cx="10.25" cy="4.75" r="1.75" />
    <circle cx="5.75" cy="11.25" r="1.75" />
  </>,
)
export const ErrorIcon = icon(
  <>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 4.75v3.75m0 2.75v.01" />
  </>,
)
