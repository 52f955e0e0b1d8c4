/** An employee of the company that uses Orchard. */
export interface Person {
  /** The subscriberId. */
  id: string
  /** First name. */
  firstName: string
  /** Last name. */
  lastName: string
  /** Job title. */
  role: string
  /** IANA name. */
  timezone: string
  /** Whether a visitor of the demo can sign in as this person. The others only act. */
  canSignIn: boolean
}

/** All people of the demo. */
export const people: readonly Person[] = [
  {
    id: 'maya',
    firstName: 'Maya',
    lastName: 'Lindqvist',
    role: 'Product lead',
    timezone: 'Europe/Stockholm',
    canSignIn: true,
  },
  {
    id: 'tomas',
    firstName: 'Tomás',
    lastName: 'Ferreira',
    role: 'Night support',
    timezone: 'Europe/Lisbon',
    canSignIn: true,
  },
  { id: 'aiko', firstName: 'Aiko', lastName: 'Tanaka', role: 'Designer', timezone: 'Asia/Tokyo', canSignIn: true },
  { id: 'ravi', firstName: 'Ravi', lastName: 'Menon', role: 'Platform', timezone: 'Asia/Kolkata', canSignIn: false },
  { id: 'ines', firstName: 'Inês', lastName: 'Duarte', role: 'Research', timezone: 'Europe/Lisbon', canSignIn: false },
  { id: 'noor', firstName: 'Noor', lastName: 'Haddad', role: 'Support', timezone: 'Asia/Amman', canSignIn: false },
  { id: 'felix', firstName: 'Felix', lastName: 'Brandt', role: 'Sales', timezone: 'Europe/Berlin', canSignIn: false },
  {
    id: 'grace',
    firstName: 'Grace',
    lastName: 'Okafor',
    role: 'Operations',
    timezone: 'Africa/Lagos',
    canSignIn: false,
  },
]

/** The people whom a visitor can sign in as. A new visitor starts as the first one. */
export const members: readonly Person[] = people.filter(({ canSignIn }) => canSignIn)

export const isMember = (id: unknown): id is string => members.some((member) => member.id === id)

export const findPerson = (id: string): Person | undefined => people.find((person) => person.id === id)

/** Path of a person's avatar, which the page's server serves. */
export const avatarOf = (id: string): string => `/avatars/${id}.svg`
