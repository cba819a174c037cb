import type { Db } from '#platform/server/db/tables.ts'
import type { Consequences, DataSubject } from '#platform/server/personal-data.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { isKeptAfterLeaving, keptFor } from '../rules.ts'
import { listMessagesFrom } from './personal-store.ts'

/** How many complaints would stay. */
export async function foretellLeaving(db: Db, { email, isEmailVerified }: DataSubject): Promise<Consequences> {
  const messages = isEmailVerified ? await listMessagesFrom(db, email) : []
  const kept = messages.filter(isKeptAfterLeaving)
  const last = kept.at(-1)
  if (!last) return {}
  return { keeps: [{ kind: 'complaints', count: kept.length, until: addSpan(last.receivedAt, keptFor.complaint) }] }
}
