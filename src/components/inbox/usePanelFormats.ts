import { useEffect } from 'react'
import { whenIdle } from '../base/whenIdle.ts'
import { type OnDemand, useOnDemand } from '../feedback/onDemand.ts'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import type { PanelContent } from './panelContent.ts'

/** The first format of a browser page takes long, whatever it formats. */
const prepareCount = (locale: string) => formatCount(0, locale)

/**
 * Makes formats while the browser is idle, such as while the first request is on its way: the first format of a browser
 * page takes up to 60 ms. If a text shows before, its format is made then. Those of times follow once the panel's code
 * is loaded.
 */
export const usePanelFormats = (code: OnDemand<PanelContent>): void => {
  const locale = useLocale()
  const state = useOnDemand(code)
  const prepare = state.status === 'ready' ? state.code.prepareFormats : prepareCount
  useEffect(() => whenIdle(() => prepare(locale)), [prepare, locale])
}
