import type { FieldIssue } from '../contract/fieldIssues.ts'

/** Says what is wrong in one line. */
export const joinIssues = (issues: readonly FieldIssue[]): string =>
  issues.map(({ field, message }) => `${field || 'it'} ${message}`).join('; ')
