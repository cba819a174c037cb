import type { Db } from '#platform/server/db/tables.ts'
import { describeFiles } from '#platform/server/files/store.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listFilesFrom } from './file-store.ts'

/** Each is named with the page on which it can be saved: together they may be gigabytes. */
export async function exportBookingFiles(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const rows = await listFilesFrom(db, memberId)
  const files = await describeFiles(
    db,
    rows.map(({ fileId }) => fileId),
  )
  const facts = rows.map(({ bookingId, title, startsAt, fileId, addedAt }) => ({
    session: title,
    startsAt,
    file: files.get(fileId)?.name ?? null,
    bytes: files.get(fileId)?.size ?? null,
    saveItFrom: `/portal/bookings/${bookingId}`,
    addedAt,
  }))
  return { sections: [{ key: 'bookingFiles', title: 'Files that you gave your consultants', facts }] }
}
