import type { Client } from 'pg'
import { until } from '../processes/clock.ts'

/** Reads the plans of the statements of a service. */
export interface PlanReader {
  /** Connections that are opened from now on report their plans. */
  enable(): Promise<void>
  /** Connections that are opened from now on don't. */
  disable(): Promise<void>
  /** The plans of the statements that `work` causes. */
  during(work: () => Promise<unknown>): Promise<Plan[]>
}

/** A statement that ran. */
export interface Plan {
  /** Its SQL. */
  statement: string
  /** How long it took, in milliseconds. */
  time: number
  /** Its nodes, the root first. */
  nodes: PlanNode[]
}

/** A node of a plan. */
export interface PlanNode {
  /** How deep it is below the root. */
  depth: number
  /** What it does, and with which index or table: `Index Only Scan messages_feed`. */
  name: string
  /** Rows that it returned, in all loops. */
  rows: number
  /** Its time with that of its children, in milliseconds, in all loops. */
  time: number
  /** Pages that it read from memory or the disk. */
  buffers: number
}

interface ExplainedNode {
  'Node Type': string
  Operation?: string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Actual Total Time': number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: ExplainedNode[]
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json',
}

/** The line that ends the plans of one request in the log. */
const mark = 'tidings bench: end of plans'

/** Continuation lines of an entry of the log start with a tab. */
const entry = /LOG: +duration: ([\d.]+) ms +plan:\n((?:\t.*\n)+)/g

/** Reads plans from the log of a server, where auto_explain writes them. */
export const createPlanReader = (client: Client, log: { text: string }): PlanReader => ({
  enable: async () => {
    for (const [name, value] of Object.entries(settings))
      await client.query(`alter role postgres set ${name} = '${value}'`)
  },
  disable: async () => {
    await client.query('alter role postgres reset all')
  },
  during: async (work) => {
    log.text = ''
    await work()
    await client.query(`do $$ begin raise log '${mark}'; end $$`)
    await until('the plans', () => log.text.includes(mark))
    return [...log.text.matchAll(entry)].flatMap(([, time, text = '']) => {
      const explained = JSON.parse(text) as { 'Query Text': string; Plan: ExplainedNode }
      const statement = explained['Query Text']
      // Others are of the client above, or of the bus.
      return statement.includes('tidings') && !statement.includes(mark)
        ? [{ statement, time: Number(time), nodes: nodesOf(explained.Plan) }]
        : []
    })
  },
})

const nodesOf = (node: ExplainedNode, depth = 0): PlanNode[] => [
  {
    depth,
    name: [node.Operation ?? node['Node Type'], node['Index Name'] ?? node['Relation Name'] ?? ''].join(' ').trim(),
    rows: node['Actual Rows'] * node['Actual Loops'],
    time: node['Actual Total Time'] * node['Actual Loops'],
    buffers: (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0),
  },
  ...(node.Plans ?? []).flatMap((child) => nodesOf(child, depth + 1)),
]
