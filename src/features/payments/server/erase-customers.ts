import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { forgetCustomerJob } from './jobs.ts'
import { deleteOriginsOf } from './origin-store.ts'
import { deleteCustomers, listCustomersOf } from './store.ts'

/** Who the member is at the provider is forgotten here at once, and there by a job. */
export async function eraseCustomers(tx: Db, { jobs }: Context, { memberId }: DataSubject): Promise<void> {
  for (const { provider_id: customerId, payment_mode: mode } of await listCustomersOf(tx, memberId)) {
    await jobs.send(tx, forgetCustomerJob, { customerId, mode })
  }
  await deleteCustomers(tx, memberId)
  await deleteOriginsOf(tx, memberId)
}
