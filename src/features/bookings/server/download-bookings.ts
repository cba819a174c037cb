import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { BookingFilter, StaffBooking } from '../contract/staff.ts'
import { listAllBookings } from './list-all-bookings.ts'

/** The calendar of the company as a file. */
export async function downloadBookings(context: MemberContext, filter: BookingFilter): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'bookings',
    filter,
    columns,
    readPage: (cursor) => listAllBookings(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}

const columns: CsvColumns<StaffBooking> = {
  'Begins (UTC)': ({ startsAt }) => new Date(startsAt),
  Minutes: ({ minutes }) => minutes,
  Session: ({ title }) => title,
  Package: ({ packageTitle }) => packageTitle,
  Member: ({ member }) => member?.name ?? null,
  Consultant: ({ consultant }) => consultant?.displayName ?? null,
  State: ({ state }) => state,
  Place: ({ place }) => place,
  'Counts as used': ({ isForfeited }) => isForfeited,
  'Given back': ({ isReturned }) => isReturned,
}
