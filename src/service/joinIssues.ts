import type { FieldIssue } from '../contract/fieldIssues.ts'

/** Joins issues into one line. */
export const joinIssues = (issues: readonly FieldIssue[]): string =>
  issues.map(({ field, message }) => `${field || 'it'} ${message}`).join('; ')
