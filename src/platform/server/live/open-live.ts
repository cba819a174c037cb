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

/** One that is open and wants to know of its member's changes. */
type Follower = {
  /** Looks again. A failure ends the stream: the browser comes back, and nothing is missed. */
  look: () => Promise<void>
  end: () => void
}

export type Live = {
  /** Calls `look` now and after every change of the member, also of those that nobody could hear. @returns its end */
  follow: (memberId: MemberId, follower: Follower) => () => void
  /** How many follow now. */
  size: () => number
  close: () => Promise<void>
}

/** Hears of the changes of members, of all processes, and wakes whoever follows them in this one. */
export async function openLive({ listen }: { listen: Listen }, log: Log): Promise<Live> {
  const members = new Map<string, Set<Follower>>()
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
    follow(memberId, follower) {
      const followers = members.get(memberId) ?? new Set()
      if (followers.size >= STREAMS_OF_A_MEMBER) throw tooManyStreams()
      if (isOver || size >= STREAMS_OF_A_PROCESS) throw serviceAway()
      members.set(memberId, followers.add(follower))
      size += 1
      wake(follower)
      return () => {
        queue.remove(follower.look)
        if (!followers.delete(follower)) return
        size -= 1
        if (followers.size === 0) members.delete(memberId)
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

  function wake({ look }: Follower) {
    queue.add(look)
  }
}

/** Seconds: a tab that is closed frees its place at once. */
const RETRY_AFTER = 60

function tooManyStreams() {
  return new HttpProblem(429, 'too-many-streams', 'This is open in too many windows at once.', RETRY_AFTER)
}
