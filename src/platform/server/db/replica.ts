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

/** Why the replica is not asked; undefined where it is. */
type Problem = string | undefined

export type Replica = PostgresPool & {
  /** Whether it lets us in, and nothing else: one that lags behind is asked again later. @throws what it says */
  require: () => Promise<void>
  /** The listener hears of the first problem, and then whenever the replica is asked again, or no more. */
  onChange: (listener: (problem: Problem) => void) => void
}

/**
 * Connections to the replica while it is there and fresh, else to the primary: whoever asks gets an answer in either
 * case, and nobody waits for one that is away more than once every few seconds.
 */
export function openReplica(replica: pg.Pool, primary: pg.Pool): Replica {
  let look: Promise<Problem> = Promise.resolve(undefined)
  let lookedAt = Number.NEGATIVE_INFINITY
  let known: Problem
  let tell: (problem: Problem) => void = () => {}

  function note(problem: Problem): Problem {
    const isChange = (problem === undefined) !== (known === undefined)
    known = problem
    if (isChange) tell(problem)
    return problem
  }

  return {
    options: replica.options,
    async require() {
      await replica.query('select 1')
    },
    onChange(listener) {
      tell = listener
    },
    async connect() {
      if (performance.now() - lookedAt > LOOK_MS) {
        lookedAt = performance.now()
        look = findProblem(replica).then(note)
      }
      if ((await look) !== undefined) return primary.connect()
      try {
        return await replica.connect()
      } catch (error) {
        look = Promise.resolve(note(String(error)))
        return primary.connect()
      }
    },
    // The primary's pool is ended by whoever opened it.
    end: () => replica.end(),
  }
}

async function findProblem(replica: pg.Pool): Promise<Problem> {
  try {
    const { rows } = await replica.query<{ lag: number | null }>(lagQuestion)
    const lag = rows[0]?.lag
    if (typeof lag === 'number' && lag <= LONGEST_LAG_SECONDS) return undefined
    return typeof lag === 'number' ? `It is ${Math.round(lag)} seconds behind` : 'It has replayed nothing yet'
  } catch (error) {
    return String(error)
  }
}
