import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterDayCursor, pageFrom } from '#platform/server/paging.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import { deliverableName, hasDueDay } from '../../rules.ts'
import { hasActiveConsultant, showDeliverable, showDetails, toDeliverableState } from '../../server/show-deliverable.ts'
import { type DeliverableRow, findDeliverable, toPagePosition } from '../../server/store.ts'
import type { AdminDeliverable, DeliverablesFilter, listAdminDeliverables as endpoint } from '../contract.ts'
import { listDeliverableRows } from './store.ts'

export async function downloadDeliverables(context: MemberContext, filter: DeliverablesFilter) {
  return downloadCsv(context, {
    list: 'deliverables',
    filter,
    columns,
    readPage: (cursor) => listAdminDeliverables(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<AdminDeliverable> = {
  Deliverable: (item) => deliverableName(item),
  Kind: ({ title }) => title,
  Package: ({ packageTitle }) => packageTitle,
  Member: ({ member }) => member.name,
  Consultant: ({ consultantName }) => consultantName,
  'Due on': ({ dueOn }) => dueOn,
  State: ({ state }) => state.replaceAll('_', ' '),
  Overdue: ({ isLate }) => isLate,
  'Delivered (UTC)': ({ deliveredAt }) => deliveredAt && new Date(deliveredAt),
}

export async function getAdminDeliverable({ db, now }: MemberContext, deliverableId: string) {
  const row = await requireRow(db, deliverableId)
  return { ...(await showDetails(db, row, { includeDrafts: true })), ...toAdminFields(row, companyDay(now())) }
}

export async function requireRow(db: Db, deliverableId: string): Promise<DeliverableRow> {
  const row = await findDeliverable(db, deliverableId)
  if (!row) throw new Refused('deliverable-not-found')
  return row
}

export async function listAdminDeliverables(
  { db, now }: MemberContext,
  { cursor, limit, list, consultantId }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const today = companyDay(now())
  const page = { limit: limit + 1, after: afterDayCursor(cursor) }
  const rows = await listDeliverableRows(db, { list, consultantId, today }, page)
  return pageFrom(rows, limit, toPagePosition, (row) => ({ ...showDeliverable(row), ...toAdminFields(row, today) }))
}

/** @param today for example "2026-11-21" */
function toAdminFields(row: DeliverableRow, today: string) {
  const { memberId, consultantId } = row
  const isOpen = !['delivered', 'closed'].includes(toDeliverableState(row))
  return {
    member: { id: memberId, name: fullName(row.firstName, row.lastName) },
    consultant: consultantId ? { id: consultantId, isActive: hasActiveConsultant(row) } : null,
    serviceType: row.serviceType,
    isLate: isOpen && hasDueDay(row) && row.dueOn < today,
  }
}
