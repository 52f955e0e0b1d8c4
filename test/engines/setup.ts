import type { TestProject } from 'vitest/node'
import { installEngines } from './driver/findEngines.ts'
import { startPages } from './server/startPages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the pages: see startPages. */
    address: string
  }
}

/** Runs once before all engines: installs missing programs and serves the pages. */
export default async ({ provide }: TestProject) => {
  installEngines()
  const { address, close } = await startPages()
  provide('address', address)
  return close
}
