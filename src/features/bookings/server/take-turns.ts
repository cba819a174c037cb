import { HttpProblem, serviceAway } from '#platform/server/http/problem.ts'
import { openQueue } from '#platform/server/work-queue.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** Of the ten connections to the database, so that a rush for one time leaves some to the rest of the site. */
const AT_ONCE = 4
/** A second's work at most: whoever would wait longer is asked to come again. */
const WAITING = 1_000

/** What one member asks at once is done one after the other anyway. */
const WAITING_OF_ONE_MEMBER = 60

const inLine = openQueue({ atOnce: AT_ONCE, waiting: WAITING, onFull: serviceAway })

type OwnLine = { inOwnLine: ReturnType<typeof openQueue>; asked: number }
const ownLines = new Map<MemberId, OwnLine>()

/**
 * For what takes a time of a consultant: whoever waits for others to be done waits here, and holds no connection. A
 * member has one place in this line, and whatever else they ask waits behind it: nobody fills the line for all others.
 * @throws HttpProblem 503 when the line is full; 429 when the member alone asks too much at once
 */
export async function takeTurns<Result>(memberId: MemberId, work: () => Promise<Result>): Promise<Result> {
  const own = ownLines.get(memberId) ?? openOwnLine()
  ownLines.set(memberId, own)
  own.asked += 1
  try {
    return await own.inOwnLine(() => inLine(work))
  } finally {
    own.asked -= 1
    if (own.asked === 0) ownLines.delete(memberId)
  }
}

function openOwnLine(): OwnLine {
  return { inOwnLine: openQueue({ atOnce: 1, waiting: WAITING_OF_ONE_MEMBER, onFull: tooManyAtOnce }), asked: 0 }
}

function tooManyAtOnce() {
  return new HttpProblem(429, 'too-many-attempts', 'Too many attempts at once. Please try again in a few seconds.', 5)
}
