import { findAllowedRatings } from '#features/bookings/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { listStaffStories as endpoint, StaffStory } from '../contract/story.ts'
import { showStaffStory } from './get-staff-story.ts'
import { listStoryRows } from './staff-store.ts'

export async function listStaffStories(
  { db }: Pick<Context, 'db'>,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listStoryRows(db, { limit: limit + 1, after: afterCursor(cursor) })
  const ratings = await findAllowedRatings(
    db,
    rows.flatMap(({ ratingId }) => ratingId ?? []),
  )
  return pageFrom(
    rows,
    limit,
    ({ toldAt: at, id }) => ({ at, id }),
    (row) => showStaffStory(row, ratings),
  )
}

export async function downloadStories(context: MemberContext): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'stories',
    columns,
    readPage: (cursor) => listStaffStories(context, { cursor, limit: CSV_PAGE }),
  })
}

const columns = {
  Service: ({ serviceType }: StaffStory) => serviceType,
  Title: ({ title }: StaffStory) => title,
  'How it began': ({ start }: StaffStory) => start,
  'What was done': ({ work }: StaffStory) => work,
  'What came of it': ({ result }: StaffStory) => result,
  Quoted: ({ quote }: StaffStory) => quote?.words ?? null,
  'In the words of': ({ quote }: StaffStory) => quote?.firstName ?? null,
  'Made up to explain': ({ isIllustrative }: StaffStory) => isIllustrative,
  Shown: ({ isShown }: StaffStory) => isShown,
  'Told (UTC)': ({ toldAt }: StaffStory) => new Date(toldAt),
}
