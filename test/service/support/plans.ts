import { Client } from 'pg'
import { vi } from 'vitest'

/** A statement and its parameters. */
export interface Statement {
  text: string
  values: unknown[]
}

/** Records the statements on messages while `run` runs. */
export const statementsOf = async (run: () => Promise<unknown>): Promise<Statement[]> => {
  const query = vi.spyOn(Client.prototype, 'query')
  try {
    await run()
    return (query.mock.calls as unknown as [unknown, unknown[] | undefined][]).flatMap(([text, values = []]) =>
      typeof text === 'string' && text.includes('"messages"') ? [{ text, values }] : [],
    )
  } finally {
    query.mockRestore()
  }
}

/** A step of a plan. */
export interface PlanNode {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Loops'?: number
  'Node Type': string
  Plans?: PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Runs a statement without its effects, and returns its steps. The planner knows the parameters, as for the service. */
export const planOf = async (client: Client, { text, values }: Statement): Promise<PlanNode[]> => {
  await client.query('begin')
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  )
  await client.query('rollback')
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error(`no plan of ${text}`)
  return nodesOf(plan.Plan)
}
