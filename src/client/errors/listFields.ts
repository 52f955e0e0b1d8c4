import type { FieldIssue } from '../../contract/fieldIssues.ts'

const shown = 5

/** The findings of an error as one sentence without its full stop; `whole` names the value itself. */
export const listFields = (whole: string, fields: readonly FieldIssue[]): string => {
  const named = fields.slice(0, shown).map(({ field, message }) => `${field === '' ? whole : field} ${message}`)
  const more = fields.length - named.length
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
