import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

const summaryColumns = [
  'id',
  'slug',
  'serviceType',
  'title',
  'summary',
  'picture',
  'words',
  'publishedAt',
  'updatedAt',
] as const

const selectShown = (db: Db) => db.selectFrom('guide').where('isShown', '=', true).select(summaryColumns)

export type GuideRow = Awaited<ReturnType<ReturnType<typeof selectShown>['executeTakeFirstOrThrow']>>

/** Newest first, without the text. */
export async function listShownGuides(db: Db): Promise<GuideRow[]> {
  return selectShown(db).orderBy('publishedAt', 'desc').orderBy('slug').execute()
}

export async function findShownGuide(db: Db, slug: string) {
  return selectShown(db).where('slug', '=', slug).select(['body', 'sources']).executeTakeFirst()
}
