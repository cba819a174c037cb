import type { MemberId } from '#platform/shared/actor.ts'
import type { Listen } from '../db/listen.ts'
import { HttpProblem, serviceAway } from '../http/problem.ts'
import type { Log } from '../log.ts'
import { openLookQueue } from './look-queue.ts'

/** Each visible tab has one; whoever opens more looks at them one after the other. */
const STREAMS_OF_A_MEMBER = 10

/** In one process. Each costs a socket and some 20 kB. */
const STREAMS_OF_A_PROCESS = 2_000

/** So many connections of the pool's ten at most: requests go on while every stream looks again. */
const LOOKS_AT_ONCE = 4

/** One that is open and wants to know of a member's changes. */
type Follower = {
  /** Looks again. A failure ends the stream: the browser comes back, and nothing is missed. */
  look: () => Promise<void>
  end: () => void
}

/** With whose it is. */
type Line = Follower & { owner: MemberId }

export type Live = {
  /**
   * Calls `look` now and after every change of the member, also of those that nobody could hear.
   * @param about whose changes count as well, where staff look at somebody else
   * @returns its end
   */
  follow: (memberId: MemberId, follower: Follower, about?: MemberId) => () => void
  /** How many follow now. */
  size: () => number
  close: () => Promise<void>
}

/** Hears of the changes of members, of all processes, and wakes whoever follows them in this one. */
export async function openLive({ listen }: { listen: Listen }, log: Log): Promise<Live> {
  const members = new Map<string, Set<Line>>()
  const queue = openLookQueue(LOOKS_AT_ONCE)
  let size = 0
  let isAway = false
  let isOver = false

  const stop = await listen('member', {
    onSignal: (memberId) => members.get(memberId)?.forEach(wake),
    onListening() {
      if (isAway) log.info({}, 'signals of the database are heard again')
      isAway = false
      for (const followers of members.values()) followers.forEach(wake)
    },
    onAway(error) {
      if (!isAway) log.warn({ error: String(error) }, 'signals of the database are not heard')
      isAway = true
    },
  })

  return {
    follow(memberId, follower, about = memberId) {
      const own = [...(members.get(memberId) ?? [])].filter(({ owner }) => owner === memberId)
      if (own.length >= STREAMS_OF_A_MEMBER) throw tooManyStreams()
      if (isOver || size >= STREAMS_OF_A_PROCESS) throw serviceAway()
      const line = { ...follower, owner: memberId }
      const ends = [...new Set([memberId, about])].map((id) => addLine(id, line))
      size += 1
      wake(line)
      return () => {
        queue.remove(line.look)
        if (ends.map((end) => end()).includes(true)) size -= 1
      }
    },
    size: () => size,
    async close() {
      if (isOver) return
      isOver = true
      for (const followers of members.values()) for (const { end } of followers) end()
      await stop()
    },
  }

  /** @returns its end, which says whether it was still there */
  function addLine(memberId: MemberId, line: Line): () => boolean {
    const lines = members.get(memberId) ?? new Set()
    members.set(memberId, lines.add(line))
    return () => {
      const wasThere = lines.delete(line)
      if (lines.size === 0 && members.get(memberId) === lines) members.delete(memberId)
      return wasThere
    }
  }

  function wake({ look }: Follower) {
    queue.add(look)
  }
}

/** Seconds: a tab that is closed frees its place at once. */
const RETRY_AFTER = 60

function tooManyStreams() {
  return new HttpProblem(429, 'too-many-streams', 'This is open in too many windows at once.', RETRY_AFTER)
}
