import type { PostgresPool } from 'kysely'
import type pg from 'pg'

/** A replica further behind is not used, because staff would unknowingly see old data. */
const MAX_LAG_SECONDS = 5

/** The replica's health is checked this often. */
const CHECK_INTERVAL_MS = 5_000

/** A connected replica with nothing left to replay is up to date, even if nothing was written for a long time. */
const lagQuery = `
  select case
    when not pg_is_in_recovery() then 0
    when exists (select from pg_stat_wal_receiver) and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
    else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())
  end::float8 as lag`

/** The reason not to use the replica, or undefined if it is used. */
type Problem = string | undefined

export type Replica = PostgresPool & {
  /** Checks only that the replica accepts connections, because a lag is temporary. @throws the connection error */
  require: () => Promise<void>
  /** The listener is called at the first problem, and then whenever use of the replica starts or stops. */
  onChange: (listener: (problem: Problem) => void) => void
}

/**
 * Connects to the replica if it is reachable and up to date, and otherwise to the primary. Queries always get an
 * answer, and wait for an unreachable replica at most once every few seconds.
 */
export function openReplica(replica: pg.Pool, primary: pg.Pool): Replica {
  let latestCheck: Promise<Problem> = Promise.resolve(undefined)
  let checkedAt = Number.NEGATIVE_INFINITY
  let currentProblem: Problem
  let notifyListener: (problem: Problem) => void = () => {}

  function recordProblem(problem: Problem): Problem {
    const isChange = (problem === undefined) !== (currentProblem === undefined)
    currentProblem = problem
    if (isChange) notifyListener(problem)
    return problem
  }

  return {
    options: replica.options,
    async require() {
      await replica.query('select 1')
    },
    onChange(listener) {
      notifyListener = listener
    },
    async connect() {
      if (performance.now() - checkedAt > CHECK_INTERVAL_MS) {
        checkedAt = performance.now()
        latestCheck = findProblem(replica).then(recordProblem)
      }
      if ((await latestCheck) !== undefined) return primary.connect()
      try {
        return await replica.connect()
      } catch (error) {
        latestCheck = Promise.resolve(recordProblem(String(error)))
        return primary.connect()
      }
    },
    // The caller that opened the primary's pool closes it.
    end: () => replica.end(),
  }
}

async function findProblem(replica: pg.Pool): Promise<Problem> {
  try {
    const { rows } = await replica.query<{ lag: number | null }>(lagQuery)
    const lag = rows[0]?.lag
    if (typeof lag === 'number' && lag <= MAX_LAG_SECONDS) return undefined
    return typeof lag === 'number' ? `It is ${Math.round(lag)} seconds behind` : 'It has replayed nothing yet'
  } catch (error) {
    return String(error)
  }
}
