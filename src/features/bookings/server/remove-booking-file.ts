import type { MemberContext } from '#platform/server/context.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { BookingFiles } from '../contract/booking-file.ts'
import { changeFiles } from './change-files.ts'
import { detachFiles } from './file-store.ts'

export async function removeBookingFile(
  context: MemberContext,
  { bookingId, fileId }: { bookingId: string; fileId: string },
): Promise<BookingFiles> {
  return changeFiles(context, bookingId, async (tx, files) => {
    if (!files.some((file) => file.fileId === fileId)) throw new Refused('file-not-found')
    await detachFiles(tx, [fileId])
    await deleteFiles(tx, [fileId])
  })
}
