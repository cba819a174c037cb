import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterDayCursor, pageFrom } from '#platform/server/paging.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import { deliverableName, hasDueDay } from '../../rules.ts'
import { showDeliverable, showDetails, toDeliverableState } from '../../server/show-deliverable.ts'
import { type DeliverableRow, findDeliverable, toPagePosition } from '../../server/store.ts'
import type {
  AdminDeliverable,
  AdminDeliverableDetails,
  DeliverablesFilter,
  listAdminDeliverables as endpoint,
} from '../contract.ts'
import { listDeliverableRows } from './store.ts'

export async function downloadDeliverables(
  context: MemberContext,
  filter: DeliverablesFilter,
): Promise<LargeFileResponse> {
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
  Late: ({ isLate }) => isLate,
  'Delivered (UTC)': ({ deliveredAt }) => deliveredAt && new Date(deliveredAt),
}

export async function getAdminDeliverable(
  { db, now }: MemberContext,
  deliverableId: string,
): Promise<AdminDeliverableDetails> {
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
  const rows = await listDeliverableRows(
    db,
    { list, consultantId, today },
    { limit: limit + 1, after: afterDayCursor(cursor) },
  )
  return pageFrom(rows, limit, toPagePosition, (row) => ({ ...showDeliverable(row), ...toAdminFields(row, today) }))
}

/** @param today for example "2026-11-21" */
function toAdminFields(
  row: DeliverableRow,
  today: string,
): Omit<AdminDeliverable, keyof ReturnType<typeof showDeliverable>> {
  const state = toDeliverableState(row)
  return {
    member: { id: row.memberId, name: fullName(row.firstName, row.lastName) },
    consultant:
      row.consultantId === null
        ? null
        : {
            id: row.consultantId,
            isActive: row.consultantRole === 'consultant' && row.consultantDisabledAt === null,
          },
    serviceType: row.serviceType,
    isLate: state !== 'delivered' && state !== 'closed' && hasDueDay(row) && row.dueOn < today,
  }
}
