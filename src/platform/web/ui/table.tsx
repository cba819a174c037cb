import type { ReactNode } from 'react'
import { Card } from './card.tsx'

type TableProps = { columns: string[]; children: ReactNode }

/** A table on wide screens; on narrow ones, each row is a card with the column names. */
export function Table({ columns, children }: TableProps) {
  return (
    <Card padding="none" className="@container overflow-hidden">
      <table className="w-full @max-3xl:block">
        <thead className="border-b border-line text-left text-sm text-muted @max-3xl:sr-only">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-6 py-3 font-medium whitespace-nowrap">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line @max-3xl:block">{children}</tbody>
      </table>
    </Card>
  )
}

type RowProps = { heading: ReactNode; children: ReactNode; actions: ReactNode }

export function Row({ heading, children, actions }: RowProps) {
  return (
    <tr className="@max-3xl:grid @max-3xl:gap-2 @max-3xl:p-5">
      <th scope="row" className="px-6 py-4 text-left font-medium @max-3xl:block @max-3xl:p-0">
        {heading}
      </th>
      {children}
      <td className="px-6 py-4 @max-3xl:mt-2 @max-3xl:p-0">{actions}</td>
    </tr>
  )
}

export function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className="px-6 py-4 @max-3xl:flex @max-3xl:flex-wrap @max-3xl:items-baseline @max-3xl:justify-between @max-3xl:gap-x-4 @max-3xl:p-0">
      <span aria-hidden="true" className="hidden text-muted @max-3xl:block">
        {name}
      </span>
      <span className="min-w-0 wrap-break-word @max-3xl:text-right">{children}</span>
    </td>
  )
}
