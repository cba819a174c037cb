import type { Database } from './open-database.ts'

/** Longer than any start takes. */
const LOCK_TIMEOUT_MS = 60_000

/** Serialises processes that use the same lock number. @param lock a number that no other lock uses */
export async function withAdvisoryLock<Result>(
  { kind, direct }: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // The embedded database has only one process and one connection, which `work` needs.
  if (kind === 'embedded') return work()
  const client = await direct.connect()
  try {
    await client.query(`set statement_timeout = ${LOCK_TIMEOUT_MS}`)
    const lockQuery = { text: 'select pg_advisory_lock($1)', values: [lock], query_timeout: LOCK_TIMEOUT_MS }
    await client.query(lockQuery)
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {})
    await client.query('reset statement_timeout').catch(() => {})
    client.release()
  }
}
