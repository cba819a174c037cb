import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import { describeOutcome, printOrderReference } from '../../declarations/rules.ts'
import { topicLabels } from '../../form/rules.ts'
import type { listInbox as endpoint, InboxFilter, InboxMessage, InboxSummary } from '../contract.ts'
import { answerDue, keptUntil, kindLabels, stateLabels } from '../rules.ts'
import { findMessage, listEntries, listMessages, listStaff, type MessageRow, type SummaryRow } from './store.ts'

export async function downloadInbox(context: MemberContext, filter: InboxFilter): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'inbox',
    filter,
    columns,
    readPage: (cursor) => listInbox(context, { ...filter, cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<InboxSummary> = {
  Reference: ({ reference }) => reference,
  Kind: ({ kind }) => kindLabels[kind],
  About: ({ topic }) => topic && topicLabels[topic],
  'Received (UTC)': ({ receivedAt }) => new Date(receivedAt),
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Excerpt: ({ excerpt }) => excerpt,
  State: ({ state, isSpam }) => (isSpam ? 'Spam' : stateLabels[state]),
  Order: ({ cancellation }) => cancellation && printOrderReference(cancellation.orderReference),
  Outcome: ({ cancellation }) => cancellation && describeOutcome(cancellation.outcome),
  'Assigned to': ({ assignee }) => assignee?.name ?? null,
  'Reply by (UTC)': ({ answerBy }) => (answerBy ? new Date(answerBy) : null),
}

export async function getInboxMessage(db: Db, messageId: string): Promise<InboxMessage> {
  const row = await findMessage(db, messageId)
  if (!row) throw new Refused('message-not-found')
  const summary = toSummary(row)
  const entries = await listEntries(db, messageId)
  const staff = await listStaff(db)
  return {
    ...summary,
    text: row.body,
    version: row.version,
    entries: entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      staffName: toStaffName(entry),
      text: entry.text,
      writtenAt: entry.writtenAt.toISOString(),
    })),
    staff: staff.map((person) => ({ id: person.id, name: toStaffName(person) })),
    mailbox: (await readCompany(db)).email,
    keptUntil: keptUntil({ kind: row.kind, isSpam: summary.isSpam, receivedAt: row.receivedAt }).toISOString(),
  }
}

export async function listInbox(
  { db, actor }: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const page = { limit: limit + 1, after: afterCursor(cursor) }
  const rows = await listMessages(db, { ...filter, ...page, administratorId: actor.memberId })
  return pageFrom(rows, limit, ({ receivedAt: at, id }) => ({ at, id }), summarise)
}

function summarise(row: SummaryRow): InboxSummary {
  return { ...toSummary(row), excerpt: row.excerpt }
}

function toSummary(row: MessageRow): Omit<InboxSummary, 'excerpt'> {
  const { id, reference, kind, topic, name, email, state, receivedAt, cancellationHint } = row
  const { orderReference, outcome, purchaseId } = row
  const isSpam = row.spamReason !== null
  return {
    id,
    reference,
    kind,
    topic,
    name,
    email,
    state,
    isSpam,
    cancellationHint,
    cancellation: orderReference === null ? null : { orderReference, outcome, purchaseId },
    receivedAt: receivedAt.toISOString(),
    assignee: row.assigneeId ? { id: row.assigneeId, name: toStaffName(row) } : null,
    answerBy: answerDue({ kind, isSpam, receivedAt, state })?.toISOString() ?? null,
  }
}

/** The name of a deleted account is not stored. */
function toStaffName({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string {
  return fullName(firstName, lastName) || 'Someone who has left'
}
