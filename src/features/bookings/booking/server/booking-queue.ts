import { HttpError, serviceUnavailable } from '#platform/server/http/http-error.ts'
import { openWorkQueue } from '#platform/server/work-queue.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** Leaves some of the ten database connections free for the rest of the site when many members want the same slot. */
const MAX_CONCURRENT = 4
/** Takes about one second to work through. Any more requests get a 503. */
const MAX_WAITING = 1_000

/** A member's requests run one at a time. */
const MAX_WAITING_PER_MEMBER = 60

const inSharedQueue = openWorkQueue({
  concurrency: MAX_CONCURRENT,
  maxWaiting: MAX_WAITING,
  onFull: serviceUnavailable,
})

type MemberQueue = { runInTurn: ReturnType<typeof openWorkQueue>; pendingCount: number }
const memberQueues = new Map<MemberId, MemberQueue>()

/**
 * Queues work that claims slots, so that waiting requests do not hold a database connection. Each member has at most
 * one place in the shared queue, so that no one can fill it alone.
 * @throws HttpError 503 when the queue is full; 429 when the member has too many requests waiting
 */
export async function inBookingQueue<Result>(memberId: MemberId, work: () => Promise<Result>): Promise<Result> {
  const queue = memberQueues.get(memberId) ?? openMemberQueue()
  memberQueues.set(memberId, queue)
  queue.pendingCount += 1
  try {
    return await queue.runInTurn(() => inSharedQueue(work))
  } finally {
    queue.pendingCount -= 1
    if (queue.pendingCount === 0) memberQueues.delete(memberId)
  }
}

function openMemberQueue(): MemberQueue {
  return {
    runInTurn: openWorkQueue({ concurrency: 1, maxWaiting: MAX_WAITING_PER_MEMBER, onFull: tooManyRequests }),
    pendingCount: 0,
  }
}

function tooManyRequests() {
  return new HttpError(
    429,
    'too-many-attempts',
    'You’ve made too many requests at once. Try again in a few seconds.',
    5,
  )
}
