import type { PaymentMode } from '#features/purchases/contract.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import type { listMetricRows as endpoint, Metric, MetricFilter, MetricRow } from '../contract.ts'
import { hasDueDay } from '../rules.ts'
import { toSelection } from './compute-metrics.ts'
import { listRows, type StoredRow } from './store.ts'

const columns: CsvColumns<MetricRow> = {
  Member: ({ member }) => member && (member.name ?? 'Deleted account'),
  'Member ID': ({ member }) => member?.id ?? null,
  Package: ({ packageTitle }) => packageTitle,
  'Purchase ID': ({ purchaseId }) => purchaseId,
  Details: ({ title }) => title,
  Currency: ({ amount }) => amount?.currency ?? null,
  Amount: ({ amount }) => amount,
  Days: ({ days }) => days && Math.round(days * 100) / 100,
}

function selectColumns(metric: Metric): CsvColumns<MetricRow> {
  if (hasDueDay(metric)) return { 'Due on': ({ at }) => companyDay(new Date(at)), ...columns }
  return { 'When (UTC)': ({ at }) => new Date(at), ...columns }
}

export async function downloadMetricRows(
  context: MemberContext & { paymentMode: PaymentMode },
  filter: MetricFilter,
): Promise<LargeFileResponse> {
  const name = `${filter.metric}-${filter.month ?? companyDay(context.now())}.csv` as const
  const { metric, ...otherFilters } = filter
  return downloadCsv(context, {
    list: metric,
    name,
    filter: otherFilters,
    columns: selectColumns(metric),
    readPage: (cursor) => listMetricRows(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

export async function listMetricRows(
  { db, now, paymentMode }: MemberContext & { paymentMode: PaymentMode },
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const situation = { now: now(), paymentMode }
  const selection = toSelection(filter, situation.now)
  const rows = await listRows(db, situation, { ...selection, limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ at, id }) => ({ at, id }), showRow)
}

function showRow({ at, memberId, memberName, amount, currency, ...row }: StoredRow): MetricRow {
  return {
    ...row,
    at: at.toISOString(),
    member: memberId === null ? null : { id: memberId, name: memberName },
    amount: amount !== null && currency ? { amount, currency } : null,
  }
}
