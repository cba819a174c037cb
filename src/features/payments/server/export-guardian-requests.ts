import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listRequestsOf } from './guardian-store.ts'

/** Whom the member asked for their yes, and what they said. */
export async function exportGuardianRequests(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const requests = await listRequestsOf(db, memberId)
  const facts = requests.map((row) => ({
    package: row.package_id,
    total: { amount: row.total, currency: row.currency },
    sentTo: row.guardian_email,
    askedAt: row.requested_at,
    linkEndsAt: row.expires_at,
    agreedAt: row.confirmed_at,
    refusedAt: row.refused_at,
  }))
  return { sections: [{ key: 'guardianRequests', title: 'What we asked your parent or guardian', facts }] }
}
