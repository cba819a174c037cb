import type { Database } from './open-database.ts'

/** Longer than any start takes. */
const PATIENCE_MS = 60_000

/**
 * One process after the other, whichever ask with the same number at the same moment.
 * @param lock any number that nothing else locks
 */
export async function takeTurns<Result>(
  { kind, direct }: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // It has one process, and one connection, which the work needs.
  if (kind === 'embedded') return work()
  const client = await direct.connect()
  try {
    await client.query(`set statement_timeout = ${PATIENCE_MS}`)
    const patient = { text: 'select pg_advisory_lock($1)', values: [lock], query_timeout: PATIENCE_MS }
    await client.query(patient)
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock]).catch(() => {})
    await client.query('reset statement_timeout').catch(() => {})
    client.release()
  }
}
