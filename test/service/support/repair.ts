import { readFileSync } from 'node:fs'

/** The statements in docs/service.md that count all messages again. */
export const repairStatements = (): string => {
  const section = readFileSync('docs/service.md', 'utf8').split('### Upgrade')[1] ?? ''
  const [statements] = section.split('```sql\n')[1]?.split('```') ?? []
  if (statements === undefined) throw new Error('docs/service.md has no statements after "### Upgrade".')
  return statements
}
