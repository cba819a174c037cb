import { classNames } from '#platform/web/ui/class-names.ts'
import type { Block } from '../contract.ts'

/**
 * On a narrow sheet or in large text, each row is a block. If nearly all cells are short, they stand in columns below the
 * table's head, and a long one follows on a line of its own. Otherwise each cell follows its column's name.
 */
export function SampleTable({ columns, rows, widths }: Extract<Block, { kind: 'table' }>) {
  const total = widths.reduce((sum, width) => sum + width, 0)
  const areShort = columns.map((_, column) => rows.every((row) => (row[column]?.length ?? 0) <= LONGEST_SHORT))
  const longCells = areShort.slice(1).filter((isShort) => !isShort).length
  const hasColumns = longCells <= 1 && columns.length - 1 - longCells > 1
  const rowClass = hasColumns ? columnClasses[areShort.filter(Boolean).length] : '@max-xl:grid @max-xl:gap-y-2'
  return (
    <div className="@container">
      <table className="w-full border-collapse text-left text-[0.9375rem] @max-xl:block @xl:wrap-break-word">
        <colgroup className="@max-xl:hidden">
          {widths.map((width, index) => (
            <col key={columns[index]} width={`${Math.round((width / total) * 100)}%`} />
          ))}
        </colgroup>
        <thead className={classNames('bg-secondary text-white', hasColumns ? headClass : '@max-xl:sr-only')}>
          <tr className={classNames('border-line', rowClass)}>
            {columns.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={classNames(
                  'font-semibold @xl:px-3 @xl:py-2 first:rounded-tl-sm last:rounded-tr-sm',
                  !areShort[index] && '@max-xl:sr-only',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-xl:block">
          {rows.map(([name = '', ...cells]) => (
            <tr
              key={name}
              className={classNames('border-b border-line align-top @max-xl:py-3 @xl:even:bg-ground', rowClass)}
            >
              <th
                scope="row"
                className={classNames(
                  'font-semibold @xl:px-3 @xl:py-3',
                  hasColumns ? !areShort[0] && '@max-xl:col-span-full' : '@max-xl:text-lg',
                )}
              >
                {name}
              </th>
              {cells.map((text, index) => (
                <td
                  key={columns[index + 1]}
                  className={classNames('@xl:px-3 @xl:py-3', hasColumns && !areShort[index + 1] && ownLineClass)}
                >
                  {cells.length > 1 && !hasColumns ? (
                    <span aria-hidden="true" className="block font-semibold @xl:hidden">
                      {columns[index + 1]}
                    </span>
                  ) : null}
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** In characters. Short cells share a line. */
const LONGEST_SHORT = 23

const ownLineClass = '@max-xl:order-last @max-xl:col-span-full'

const headClass =
  '@max-xl:block @max-xl:border-b-2 @max-xl:bg-transparent @max-xl:py-2 @max-xl:text-[0.8125rem] @max-xl:tracking-tight @max-xl:hyphens-auto @max-xl:text-ink'

const gridClass = '@max-xl:grid @max-xl:gap-x-2 @max-xl:gap-y-1'

/** By the number of columns. Where a long word wouldn't fit, the head and the rows break after two. */
const columnClasses: Record<number, string> = {
  2: `${gridClass} @max-xl:grid-cols-2`,
  3: `${gridClass} @max-xl:grid-cols-3 @max-[18.5rem]:grid-cols-2`,
  4: `${gridClass} @max-xl:grid-cols-4 @max-[20.5rem]:grid-cols-2`,
}
