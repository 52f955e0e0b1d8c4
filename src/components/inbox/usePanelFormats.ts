import { useEffect } from 'react'
import { type OnDemand, useOnDemand } from '../feedback/onDemand.ts'
import { formatCount } from '../language/countLabel.ts'
import { useLocale } from '../language/LanguageProvider.tsx'
import type { PanelContent } from './panelContent.ts'

/** The first format of a browser page takes long, whatever it formats. */
const prepareCount = (locale: string) => formatCount(0, locale)

/**
 * Makes formats before a text needs them: the first format of a browser page takes up to 60 ms. Those of times follow
 * once the panel's code is loaded.
 *
 * @param run runs a task, at a good moment. A stable function.
 */
export const usePanelFormats = (code: OnDemand<PanelContent>, run: (task: () => void) => void): void => {
  const locale = useLocale()
  const state = useOnDemand(code)
  const prepare = state.status === 'ready' ? state.code.prepareFormats : prepareCount
  useEffect(() => run(() => prepare(locale)), [prepare, locale, run])
}
