// The first script of the page. The page always loads on a Monday at 12:00 UTC, so that the words for times are fixed.
const lead = Date.UTC(2026, 0, 5, 12) - Date.now()
globalThis.Date = class extends Date {
  constructor(...fields) {
    super(...(fields.length === 0 ? [Date.now()] : fields))
  }
  static now() {
    return super.now() + lead
  }
}
