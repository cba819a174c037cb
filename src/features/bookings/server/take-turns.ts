import { serviceAway } from '#platform/server/http/problem.ts'
import { openQueue } from '#platform/server/work-queue.ts'

/** Of the ten connections to the database, so that a rush for one time leaves some to the rest of the site. */
const AT_ONCE = 4
/** A second's work at most: whoever would wait longer is asked to come again. */
const WAITING = 1_000

/**
 * For what takes a time of a consultant: whoever waits for others to be done waits here, and holds no connection.
 * @throws HttpProblem 503 when the queue is full
 */
export const takeTurns = openQueue({ atOnce: AT_ONCE, waiting: WAITING, onFull: serviceAway })
