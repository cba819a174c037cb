import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvCell } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Figure, FigureFilter, FigureRow } from '../contract/figure.ts'
import { listFigureRows } from './list-figure-rows.ts'

type Columns = Record<string, (row: FigureRow) => CsvCell>

const columns: Columns = {
  Member: ({ member }) => member && (member.name ?? 'Somebody who has left'),
  'Member number': ({ member }) => member?.id ?? null,
  Package: ({ packageTitle }) => packageTitle,
  'Purchase number': ({ purchaseId }) => purchaseId,
  What: ({ title }) => title,
  Currency: ({ amount }) => amount?.currency ?? null,
  Amount: ({ amount }) => amount,
  Days: ({ days }) => days && Math.round(days * 100) / 100,
}

/** What is due is due on a day, which begins in London and not at midnight of UTC. */
const dueFigures: ReadonlySet<Figure> = new Set(['deliverables-due', 'deliverables-late'])

function columnsOf(figure: Figure): Columns {
  if (dueFigures.has(figure)) return { 'Due on': ({ at }) => companyDay(new Date(at)), ...columns }
  return { 'When (UTC)': ({ at }) => new Date(at), ...columns }
}

export async function saveFigureRows(
  context: MemberContext & { paymentMode: PaymentMode },
  filter: FigureFilter,
): Promise<LargeFileAnswer> {
  const name = `${filter.figure}-${filter.month ?? companyDay(context.now())}.csv` as const
  const { figure, ...narrowed } = filter
  return saveList(context, {
    list: figure,
    name,
    filter: narrowed,
    columns: columnsOf(figure),
    readPage: (cursor) => listFigureRows(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}
