// Replaces modules of TanStack Query in the standalone element: what throws to boundaries of an app, or waits for one.
// Its queries never suspend or throw, and it has no app around it. See vite.standalone.config.ts.

const nothing = (): undefined => undefined

export {
  nothing as defaultThrowOnError,
  nothing as ensurePreventErrorBoundaryRetry,
  nothing as ensureSuspenseTimers,
  nothing as fetchOptimistic,
  nothing as getHasError,
  nothing as IsRestoringProvider,
  nothing as QueryErrorResetBoundary,
  nothing as shouldSuspend,
  nothing as useClearResetErrorBoundary,
  nothing as useIsRestoring,
  nothing as useQueryErrorResetBoundary,
}
