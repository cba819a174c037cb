import { findPublishableRatings } from '#features/bookings/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import type { AdminStory, listAdminStories as endpoint } from '../contract/admin-stories.ts'
import { listStoryRows } from './store.ts'
import { showAdminStory } from './stories.ts'

export async function listAdminStories(
  { db }: Pick<Context, 'db'>,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listStoryRows(db, { limit: limit + 1, after: afterCursor(cursor) })
  const ratings = await findPublishableRatings(
    db,
    rows.flatMap(({ ratingId }) => ratingId ?? []),
  )
  return pageFrom(
    rows,
    limit,
    ({ publishedAt: at, id }) => ({ at, id }),
    (row) => showAdminStory(row, ratings),
  )
}

export async function downloadStories(context: MemberContext): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'stories',
    columns,
    readPage: (cursor) => listAdminStories(context, { cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<AdminStory> = {
  Service: ({ serviceType }) => serviceType,
  Title: ({ title }) => title,
  'How it began': ({ start }) => start,
  'What was done': ({ work }) => work,
  'What came of it': ({ result }) => result,
  Quoted: ({ quote }) => quote?.text ?? null,
  'In the words of': ({ quote }) => quote?.firstName ?? null,
  'Made up to explain': ({ isIllustrative }) => isIllustrative,
  Shown: ({ isShown }) => isShown,
  'Told (UTC)': ({ publishedAt }) => new Date(publishedAt),
}
