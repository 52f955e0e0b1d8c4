import type { Happening } from '../../content/happenings.ts'

const drawings: Record<Happening | 'everything', string> = {
  comment: 'M4 5.5h16v10H11l-4.5 4v-4H4z',
  mention: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.25 2.25 0 0 0 4.5 0V12a8.5 8.5 0 1 0-3.5 6.9',
  like: 'M12 19.5 5 12.6a4.4 4.4 0 0 1 0-6.3 4.5 4.5 0 0 1 6.3 0l.7.7.7-.7a4.5 4.5 0 0 1 6.3 6.3z',
  invitation: 'M15 19v-1.5a4 4 0 0 0-8 0V19m7-10.5a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM18.5 8v6m3-3h-6',
  invoice: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6',
  security: 'M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15.2 10',
  digest: 'M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4',
  everything: 'M13 3.5 5.5 13.5H11l-1 7 7.5-10H12z',
}

/** The icon of a button. Decorative. */
export const HappeningIcon = ({ happening }: { happening: keyof typeof drawings }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[happening]} />
  </svg>
)

export const Logo = () => (
  <svg className="logo" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 8c1.5-2.5 5-3.5 7-1.5 3 3 .5 13-4 13.5-1.2.1-2-.6-3-.6s-1.8.7-3 .6C4.5 19.5 2 9.5 5 6.5 7 4.5 10.5 5.5 12 8z" />
    <path d="M12 8c0-2.5 1-4.5 3.5-5.5" className="logo-stem" />
  </svg>
)
