import './browser.ts'
import './renders.ts'

// Imported after the fake browser, because React detects a browser while it loads.
const { benchMarks } = await import('./marks.ts')
const { benchLoading, benchMerge } = await import('./pages.ts')
const { benchRows } = await import('./rows.tsx')
const { finish } = await import('./report.ts')

finish([...benchMarks(), ...benchMerge(), ...(await benchLoading()), ...(await benchRows())])
