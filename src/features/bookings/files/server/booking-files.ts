import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { openFile } from '#platform/server/files/read-file.ts'
import { receiveUpload } from '#platform/server/files/receive-upload.ts'
import { deleteFiles, describeFiles, sumSizes } from '#platform/server/files/store.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { FileUpload } from '#platform/shared/upload-rules.ts'
import { findAgendaBooking } from '../../agenda/server/store.ts'
import { changeBlocker } from '../../cancellation/rules.ts'
import { lockMember } from '../../server/lock-store.ts'
import { requireConsultant } from '../../server/require-consultant.ts'
import { findMemberBooking, lockBooking, type StoredBooking } from '../../server/store.ts'
import type { BookingFile, BookingFiles } from '../contract.ts'
import { exceedsYearlyLimit, filesCountedSince, findFreeNumber } from '../rules.ts'
import { type BookingFileRow, detachFiles, insertBookingFile, listFileRows, listMemberFiles } from './store.ts'

/** Enough uploads for eight sessions, including refused ones. Each file may be up to 25 MB. */
const UPLOAD_RATE_LIMIT: RateLimit = { name: 'booking-file', attempts: 40, seconds: 86_400 }

/** Receives and checks the upload before starting a transaction, so that a slow connection does not hold locks. */
export async function addBookingFile(
  context: MemberContext,
  bookingId: string,
  { name, upload }: { name: string; upload: FileUpload },
) {
  const { db, actor, limits, now } = context
  requireChangeable(await findMemberBooking(db, actor.memberId, bookingId), now())
  requireFreeNumber(await listFileRows(db, bookingId))
  if (await limits.isUsedUp(UPLOAD_RATE_LIMIT, actor.memberId)) throw new Refused('too-many-files-today')
  await limits.count(UPLOAD_RATE_LIMIT, actor.memberId)
  await using file = await receiveUpload(context, upload, name)
  return await changeFiles(context, bookingId, async (tx, files) => {
    const number = requireFreeNumber(files)
    const recentFiles = await listMemberFiles(tx, actor.memberId, filesCountedSince(now()))
    const recentBytes = await sumSizes(
      tx,
      recentFiles.map(({ fileId }) => fileId),
    )
    if (exceedsYearlyLimit(recentBytes + file.size)) throw new Refused('yearly-limit-reached')
    const fileId = await storeFile(tx, file, now())
    await insertBookingFile(tx, { bookingId, number, fileId, addedAt: now() })
  })
}

function requireFreeNumber(files: BookingFileRow[]): number {
  const number = findFreeNumber(files.map((file) => file.number))
  if (number === undefined) throw new Refused('too-many-files')
  return number
}

type FileParams = { bookingId: string; fileId: string }

/** For the session's member only. */
export async function downloadBookingFile(context: MemberContext, params: FileParams) {
  const { db, actor } = context
  return downloadFile(context, await findMemberBooking(db, actor.memberId, params.bookingId), params)
}

/** For the session's consultant only. */
export async function downloadConsultantBookingFile(context: MemberContext, params: FileParams) {
  const { db, actor } = context
  const { id } = await requireConsultant(db, actor.memberId)
  return downloadFile(context, await findAgendaBooking(db, id, params.bookingId), params)
}

async function downloadFile(context: MemberContext, booking: { id: string } | undefined, { fileId }: FileParams) {
  const files = booking ? await listFileRows(context.db, booking.id) : []
  if (!files.some((file) => file.fileId === fileId)) throw new Refused('file-not-found')
  return openFile(context, fileId)
}

export async function deleteBookingFile(context: MemberContext, { bookingId, fileId }: FileParams) {
  return changeFiles(context, bookingId, async (tx, files) => {
    if (!files.some((file) => file.fileId === fileId)) throw new Refused('file-not-found')
    await detachFiles(tx, [fileId])
    await deleteFiles(tx, [fileId])
  })
}

/** Changes a session's files until the session starts. The member is locked, so that requests run one at a time. */
async function changeFiles(
  { db, actor, now }: MemberContext,
  bookingId: string,
  change: (tx: Db, files: BookingFileRow[]) => Promise<void>,
) {
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    requireChangeable(await findMemberBooking(tx, actor.memberId, bookingId), now())
    const booking = await lockBooking(tx, bookingId)
    // The session may have been cancelled while we waited for the lock.
    requireChangeable(booking, now())
    await change(tx, await listFileRows(tx, bookingId))
    return showFiles(tx, booking, now())
  })
}

/** @throws Refused with the reason */
function requireChangeable(booking: StoredBooking | undefined, now: Date): void {
  if (!booking) throw new Refused('booking-not-found')
  const blocker = changeBlocker(booking, now)
  if (blocker) throw new Refused(blocker)
}

export async function listBookingFiles({ db, actor, now }: MemberContext, bookingId: string) {
  const booking = await findMemberBooking(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  return showFiles(db, booking, now())
}

/** For the session's consultant only. */
export async function listConsultantBookingFiles({ db, actor }: MemberContext, bookingId: string) {
  const { id } = await requireConsultant(db, actor.memberId)
  if (!(await findAgendaBooking(db, id, bookingId))) throw new Refused('booking-not-found')
  return describeBookingFiles(db, bookingId)
}

async function showFiles(db: Db, booking: StoredBooking, now: Date): Promise<BookingFiles> {
  return { files: await describeBookingFiles(db, booking.id), canChange: changeBlocker(booking, now) === null }
}

async function describeBookingFiles(db: Db, bookingId: string): Promise<BookingFile[]> {
  const rows = await listFileRows(db, bookingId)
  const files = await describeFiles(
    db,
    rows.map(({ fileId }) => fileId),
  )
  return rows.flatMap(({ fileId, addedAt }) => {
    const file = files.get(fileId)
    return file ? [{ ...file, id: fileId, addedAt: addedAt.toISOString() }] : []
  })
}
