import { readCompany } from '#features/company/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { InboxMessage } from '../contract/inbox.ts'
import { keptUntil } from '../rules.ts'
import { findMessage, listEntries, listStaff } from './inbox-store.ts'
import { nameOf, showMessage } from './list-inbox.ts'

export async function getInboxMessage(db: Db, messageId: string): Promise<InboxMessage> {
  const row = await findMessage(db, messageId)
  if (!row) throw new Refused('message-not-found')
  const shown = showMessage(row)
  const entries = await listEntries(db, messageId)
  const staff = await listStaff(db)
  return {
    ...shown,
    text: row.body,
    version: row.version,
    entries: entries.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      staffName: nameOf(entry),
      text: entry.text,
      writtenAt: entry.written_at.toISOString(),
    })),
    staff: staff.map((person) => ({ id: person.id, name: nameOf(person) })),
    mailbox: (await readCompany(db)).email,
    keptUntil: keptUntil({ kind: row.kind, isSpam: shown.isSpam, receivedAt: row.received_at }).toISOString(),
  }
}
