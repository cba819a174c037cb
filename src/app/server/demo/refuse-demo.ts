import type { Context } from '#platform/server/context.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import { type Config, isLoopback } from '../config.ts'

/** The demo is for this machine and for test money alone (PRODUCT D23). @throws StartRefused with what to do about it */
export function refuseDemo({ publicUrl, payments }: Config): void {
  if (payments.mode === 'stripe') {
    throw new StartRefused(
      'The demo pays with test money, and keys of the payment provider are set. Start it without STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
    )
  }
  if ('url' in payments) {
    throw new StartRefused(
      'The demo moves the clock of a sandbox of its own, and SANDBOX_URL names another one. Start it without SANDBOX_URL.',
    )
  }
  if (isLoopback(publicUrl)) return
  throw new StartRefused(
    `The demo is for this machine alone, and PUBLIC_URL is ${publicUrl}. Start it without PUBLIC_URL, or the site without --demo.`,
  )
}

/** @throws StartRefused where somebody is in the database already: made-up people never stand beside real ones */
export async function refuseMembers({ db }: Pick<Context, 'db'>, { databaseUrl, dataDirectory }: Config) {
  const known = await db
    .selectFrom('account')
    .select('id')
    .where('role', 'in', ['member', 'consultant'])
    .limit(1)
    .executeTakeFirst()
  if (!known) return
  const way = databaseUrl ? 'DATABASE_URL to an empty database' : 'DATA_DIR to another directory'
  const place = databaseUrl ? 'The database of DATABASE_URL' : `The database in ${dataDirectory}`
  throw new StartRefused(
    `${place} has members or consultants already, and the demo fills an empty one. Set ${way}, or start without --demo.`,
  )
}
