import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/** A replica that lags further behind is not asked: staff would see yesterday and not know it. */
const LONGEST_LAG_SECONDS = 5

/** Whether it is there and fresh is asked so often. */
const LOOK_MS = 5_000

/** One that is connected and has nothing left to replay is fresh, however long nobody has written. */
const lagQuestion = `
  select case
    when not pg_is_in_recovery() then 0
    when exists (select from pg_stat_wal_receiver) and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
  end::float8 as lag`

/**
 * Connections to the replica while it is there and fresh, else to the primary: whoever asks gets an answer in either
 * case, and nobody waits for one that is away more than once every few seconds.
 */
export function openReplica(replica: pg.Pool, primary: pg.Pool): PostgresPool {
  let look: Promise<boolean> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  return {
    options: replica.options,
    async connect() {
      if (performance.now() - lookedAt > LOOK_MS) {
        lookedAt = performance.now()
        look = isFresh(replica)
      }
      if (!(await look)) return primary.connect()
      try {
        return await replica.connect()
      } catch {
        look = Promise.resolve(false)
        return primary.connect()
      }
    },
    // The primary's pool is ended by whoever opened it.
    end: () => replica.end(),
  }
}

async function isFresh(replica: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await replica.query<{ lag: number | null }>(lagQuestion)
    return (rows[0]?.lag ?? Number.POSITIVE_INFINITY) <= LONGEST_LAG_SECONDS
  } catch {
    return false
  }
}
