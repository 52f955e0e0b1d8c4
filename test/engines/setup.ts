import type { TestProject } from 'vitest/node'
import { installChromium } from '../../scripts/setup/installChromium.ts'
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
  await installChromium()
  installEngines()
  const { address, close } = await startPages()
  provide('address', address)
  return close
}
