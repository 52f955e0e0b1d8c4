// What the examples of the docs stand in: an app that knows who is signed in.

interface SignedIn {
  id: string
  timeZone: string
}

declare const user: SignedIn
declare const request: Request
declare const apiKey: string
/** The path of the page that the reader is on, as a router has it. */
declare const path: string
declare const sessionOf: (request: Request) => { userId: string } | undefined
declare const save: (path: string, value: unknown) => Promise<void>

// Next.js, as far as the examples use it.
declare module 'next/headers' {
  export const headers: () => Promise<Headers>
}
declare module 'next/server' {
  export const connection: () => Promise<void>
}
