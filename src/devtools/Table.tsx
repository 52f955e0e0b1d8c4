import type { ReactNode } from 'react'

/**
 * Short text for an age: "now", "12 s", "3 min".
 * @param ms the age in milliseconds. undefined is "never".
 */
export const ageText = (ms: number | undefined): string => {
  if (ms === undefined) return 'never'
  const seconds = Math.floor(ms / 1_000)
  if (seconds < 1) return 'now'
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`
}

interface TableProps {
  caption: string
  columns: readonly string[]
  /** One cell per column, and the row's `data-state`. */
  rows: readonly { key: string; state?: string | undefined; cells: readonly ReactNode[] }[]
  /** Text of a table without rows. */
  empty: string
}

export const Table = ({ caption, columns, rows, empty }: TableProps) => (
  <table className="tidings-devtools-table">
    <caption>{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.length === 0 && (
        <tr>
          <td colSpan={columns.length}>{empty}</td>
        </tr>
      )}
      {rows.map(({ key, state, cells }) => (
        <tr key={key} data-state={state}>
          {columns.map((column, index) => (
            <td key={column}>{cells[index]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
