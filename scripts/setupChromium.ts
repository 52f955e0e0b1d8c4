import { installChromium } from './setup/installChromium.ts'

/** The scripts of package.json run this before tests in a browser. */
try {
  await installChromium()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
