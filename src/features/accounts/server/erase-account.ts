import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { nobodysHash } from './hash-password.ts'
import { deleteBelongings, emptyAccount } from './personal-store.ts'
import { lockAccount } from './store.ts'

/** The account stays as an empty shell, because invoices refer to it; the address is free at once. */
export async function eraseAccount(tx: Db, { now }: Context, { memberId }: DataSubject): Promise<void> {
  await lockAccount(tx, memberId)
  await deleteBelongings(tx, memberId)
  await emptyAccount(tx, memberId, nobodysHash, now())
}
