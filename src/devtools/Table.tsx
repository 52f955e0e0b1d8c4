import type { ReactNode } from 'react'

export interface TableProps {
  caption: string
  columns: readonly string[]
  rows: readonly { key: string; state?: string | undefined; cells: readonly ReactNode[] }[]
  /** Stands in place of rows where there are none. */
  empty: string
}

/** One of the tables of the devtools. A row's state stands in `data-state`. */
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
          {columns.map((column, place) => (
            <td key={column}>{cells[place]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
