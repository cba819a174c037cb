import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { deleteWishesOf } from './earlier-store.ts'

export async function eraseEarlierWishes(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteWishesOf(tx, memberId)
}
