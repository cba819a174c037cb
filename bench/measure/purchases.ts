import { randomBytes, randomUUID } from 'node:crypto'
import { jobs } from '#app/server/jobs.ts'
import { priceIn } from '#features/catalogue/rules.ts'
import { findMarket } from '#features/catalogue/server/public.ts'
import { completePurchase, insertPurchase } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { openDataKeys } from '#platform/server/data-keys.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { databaseOnly } from '#platform/server/files/open-storage.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { openRateLimits } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { measureRate } from './measurement.ts'

const PURCHASES = 1_500
const CONCURRENCY = 8

/**
 * Purchases per second without the provider: an open purchase becomes a package with a number, invoice, ledger entries
 * and email. It is compared with a minimal shop: one transaction that inserts an order and takes its number from one
 * row.
 */
export async function measurePurchases(databaseUrl: string) {
  const database = await openDatabase({ url: databaseUrl })
  const runner = await openJobs(database, jobs, silentLog)
  const { db, pool } = database
  const context: Context = {
    db,
    jobs: runner,
    limits: openRateLimits(db),
    files: databaseOnly,
    dataKeys: openDataKeys([randomBytes(32)]),
    now: () => new Date(),
    publicUrl: 'http://localhost:5001',
    log: silentLog,
  }
  const members = await makeMembers(database)
  const market = await findMarket(db, 'uk')
  if (!market) throw new Error('The catalogue has no market')
  const price = priceIn(market, minorUnits(9_900))
  const buyer = { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null } as const
  const consent = { version: '2026-12', start: 'today' as const, at: new Date() }

  const completeOnePurchase = async (memberId: MemberId) => {
    const purchaseId = await insertPurchase(db, {
      memberId,
      packageId: 'my-future-basic',
      packageVersion: 1,
      price,
      consent,
      buyer,
      subscriptionId: null,
      upgrade: null,
      paymentMode: 'sandbox',
      createdAt: new Date(),
    })
    const payment = { purchaseId: String(purchaseId), paidAt: new Date() }
    await db.transaction().execute((tx) => completePurchase(tx, { ...context, provider: { isLive: false } }, payment))
  }

  await pool.query(
    'create table bare_order (id uuid primary key, member_id uuid not null, total integer not null, number integer not null unique)',
  )
  await pool.query('create table bare_counter (last_number integer not null)')
  await pool.query('insert into bare_counter values (0)')
  const insertBareOrder = async (memberId: MemberId) => {
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query('update bare_counter set last_number = last_number + 1 returning last_number')
    await client.query('insert into bare_order values ($1, $2, $3, $4)', [
      randomUUID(),
      memberId,
      11_880,
      rows[0].last_number,
    ])
    await client.query('commit')
    client.release()
  }

  await measureRate(members.slice(0, 200), CONCURRENCY, insertBareOrder)
  const bareRate = await measureRate(members, CONCURRENCY, insertBareOrder)
  const purchaseRate = await measureRate(members, CONCURRENCY, completeOnePurchase)
  await runner.stop()
  await database.close()
  return { bareRate, purchaseRate }
}

async function makeMembers({ pool }: Database): Promise<MemberId[]> {
  const { rows } = await pool.query<{ id: MemberId }>(
    `insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
     select n || '@bench.example', n || '@bench.example', 'Ada', 'Lovelace', '+447700900123', '', 'member', now()
     from generate_series(1, $1) as n returning id`,
    [PURCHASES],
  )
  return rows.map(({ id }) => id)
}
