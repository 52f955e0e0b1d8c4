import { useContext } from 'react'
import { InboxContext } from '../../hooks/provider/InboxProvider.tsx'
import { type ReportOnce, reportOnceTo } from '../../state/model/reportOnce.ts'

const reportUncaught = (error: unknown) => globalThis.reportError?.(error)

/** Reports to the provider's `onError`. Without a provider, it is an uncaught error of the browser page. */
export const useReportOnce = (): ReportOnce => reportOnceTo(useContext(InboxContext)?.store.report ?? reportUncaught)
