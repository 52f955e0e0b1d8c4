// The surroundings of the docs' examples: an app with a signed-in user.

interface SignedIn {
  id: string
  timeZone: string
}

declare const user: SignedIn
declare const request: Request
declare const apiKey: string
/** The path of the current page, as a router provides it. */
declare const path: string
declare const sessionOf: (request: Request) => { userId: string } | undefined
declare const save: (path: string, value: unknown) => Promise<void>

// The parts of Next.js that the examples use.
declare module 'next/headers' {
  export const headers: () => Promise<Headers>
}
declare module 'next/server' {
  export const connection: () => Promise<void>
}
declare module 'next/navigation' {
  export const useRouter: () => { push: (href: string) => void }
}
// The functions of idb-keyval that the examples use.
declare module 'idb-keyval' {
  export const get: <T>(key: IDBValidKey) => Promise<T | undefined>
  export const set: (key: IDBValidKey, value: unknown) => Promise<void>
  export const del: (key: IDBValidKey) => Promise<void>
  export const keys: <KeyType extends IDBValidKey>() => Promise<KeyType[]>
}
// Files of the recipe for Next.js, which other files of it import.
declare module '@/lib/inbox' {
  export const inbox: import('../../src/proxy/index.ts').InboxProxy
}
declare module '@/app/bell' {
  export const Bell: (
    props: Pick<import('../../src/index.ts').InboxProps, 'subscriberId' | 'initialState'>,
  ) => import('react').ReactNode
}
