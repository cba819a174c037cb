import type { MemberId } from '../../shared/actor.ts'
import type { Listen } from '../db/listen.ts'
import { HttpError, serviceUnavailable } from '../http/http-error.ts'
import type { Log } from '../log.ts'
import { openRefreshQueue } from './refresh-queue.ts'

/** Each visible tab has one stream. Further tabs are refused and try again later. */
const MAX_STREAMS_PER_MEMBER = 10

/** Per process. Each stream costs a socket and about 20 kB. */
const MAX_STREAMS_PER_PROCESS = 2_000

/** Leaves most of the pool's ten connections to requests while every stream refreshes. */
const CONCURRENT_REFRESHES = 4

/** An open stream that follows a member's changes. */
type Subscriber = {
  /** Sends the current data. An error ends the stream; the browser reconnects and misses nothing. */
  look: () => Promise<void>
  end: () => void
}

/** Includes the member who opened the stream. */
type MemberSubscriber = Subscriber & { owner: MemberId }

export type LiveUpdates = {
  /**
   * Calls `look` now and after every change of the member, including changes missed during a lost connection.
   * @param about another member whose changes count too, when staff view that member
   * @returns a function that ends it
   */
  follow: (memberId: MemberId, follower: Subscriber, about?: MemberId) => () => void
  /** The number of open streams. */
  size: () => number
  close: () => Promise<void>
}

/** Receives members' changes from all processes and refreshes their streams in this one. */
export async function openLiveUpdates({ listen }: { listen: Listen }, log: Log): Promise<LiveUpdates> {
  const members = new Map<string, Set<MemberSubscriber>>()
  const queue = openRefreshQueue(CONCURRENT_REFRESHES)
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
      if (own.length >= MAX_STREAMS_PER_MEMBER) throw tooManyStreams()
      if (isOver || size >= MAX_STREAMS_PER_PROCESS) throw serviceUnavailable()
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

  /** @returns a function that removes it, and returns whether it was still there */
  function addLine(memberId: MemberId, line: MemberSubscriber): () => boolean {
    const lines = members.get(memberId) ?? new Set()
    members.set(memberId, lines.add(line))
    return () => {
      const wasThere = lines.delete(line)
      if (lines.size === 0 && members.get(memberId) === lines) members.delete(memberId)
      return wasThere
    }
  }

  function wake({ look }: Subscriber) {
    queue.add(look)
  }
}

/** In seconds. A closed tab frees its slot immediately. */
const RETRY_AFTER_SECONDS = 60

function tooManyStreams() {
  return new HttpError(429, 'too-many-streams', 'This is open in too many windows at once.', RETRY_AFTER_SECONDS)
}
