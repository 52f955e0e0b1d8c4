// The first script of every page. It collects errors, because WebDriver reports no console.
globalThis.complaints = []
const complain = (kind, ...what) => globalThis.complaints.push(`${kind}: ${what.map(String).join(' ')}`)

for (const kind of ['error', 'warn']) {
  const log = console[kind]
  console[kind] = (...what) => {
    complain(kind, ...what)
    log.apply(console, what)
  }
}
// In the capture phase, which also receives the errors of files that fail to load.
addEventListener(
  'error',
  ({ target, error, message }) => complain('error', target?.src ?? target?.href ?? error?.stack ?? message),
  true,
)
addEventListener('unhandledrejection', ({ reason }) => complain('rejection', reason?.stack ?? reason))
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  complain('policy', violatedDirective, blockedURI, sample),
)
