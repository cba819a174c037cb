import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvCell } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { FigureFilter, FigureRow } from '../contract/figure.ts'
import { listFigureRows } from './list-figure-rows.ts'

const columns: Record<string, (row: FigureRow) => CsvCell> = {
  'When (UTC)': ({ at }) => new Date(at),
  Member: ({ member }) => member && (member.name ?? 'Somebody who has left'),
  'Member number': ({ member }) => member?.id ?? null,
  Package: ({ packageTitle }) => packageTitle,
  'Purchase number': ({ purchaseId }) => purchaseId,
  What: ({ title }) => title,
  Currency: ({ amount }) => amount?.currency ?? null,
  Amount: ({ amount }) => amount,
  Days: ({ days }) => days && Math.round(days * 100) / 100,
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
    columns,
    readPage: (cursor) => listFigureRows(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}
