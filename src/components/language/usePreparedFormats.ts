import { useEffect } from 'react'
import { whenIdle } from '../base/whenIdle.ts'
import { useLocale } from './LanguageProvider.tsx'

/**
 * Makes formats while the browser is idle, such as while the first request is on its way: the first format of a browser
 * page takes up to 60 ms. If a text shows before, its format is made then.
 *
 * @param prepare must be the same function in each render.
 */
export const usePreparedFormats = (prepare: (locale: string | undefined) => unknown): void => {
  const locale = useLocale()
  useEffect(() => whenIdle(() => prepare(locale)), [prepare, locale])
}
