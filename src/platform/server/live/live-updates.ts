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
  refresh: () => Promise<void>
  end: () => void
}

/** Includes the member who opened the stream. */
type MemberSubscriber = Subscriber & { owner: MemberId }

export type LiveUpdates = Awaited<ReturnType<typeof openLiveUpdates>>

/** Receives members' changes from all processes and refreshes their streams in this one. */
export async function openLiveUpdates({ listen }: { listen: Listen }, log: Log) {
  const members = new Map<string, Set<MemberSubscriber>>()
  const queue = openRefreshQueue(CONCURRENT_REFRESHES)
  let size = 0
  let isDisconnected = false
  let isClosed = false

  const stop = await listen('member', {
    onSignal: (memberId) => members.get(memberId)?.forEach(queueRefresh),
    onListening() {
      if (isDisconnected) log.info({}, 'database notifications arrive again')
      isDisconnected = false
      for (const subscribers of members.values()) subscribers.forEach(queueRefresh)
    },
    onDisconnected(error) {
      if (!isDisconnected) log.warn({ error: String(error) }, 'database notifications do not arrive')
      isDisconnected = true
    },
  })

  return {
    /**
     * Calls `refresh` now and after every change to the member's data, including changes missed during a lost
     * connection.
     * @param viewedMember another member whose changes count too, when staff view that member
     * @returns a function that ends the subscription
     */
    subscribe(memberId: MemberId, subscriber: Subscriber, viewedMember = memberId): () => void {
      const ownStreams = [...(members.get(memberId) ?? [])].filter(({ owner }) => owner === memberId)
      if (ownStreams.length >= MAX_STREAMS_PER_MEMBER) throw tooManyStreams()
      if (isClosed || size >= MAX_STREAMS_PER_PROCESS) throw serviceUnavailable()
      const memberSubscriber = { ...subscriber, owner: memberId }
      const removals = [...new Set([memberId, viewedMember])].map((id) => addSubscriber(id, memberSubscriber))
      size += 1
      queueRefresh(memberSubscriber)
      return () => {
        queue.remove(memberSubscriber.refresh)
        if (removals.map((remove) => remove()).includes(true)) size -= 1
      }
    },
    /** The number of open streams. */
    size: () => size,
    async close() {
      if (isClosed) return
      isClosed = true
      for (const subscribers of members.values()) for (const { end } of subscribers) end()
      await stop()
    },
  }

  /** @returns a function that removes the stream, and returns whether it was still there */
  function addSubscriber(memberId: MemberId, subscriber: MemberSubscriber): () => boolean {
    const subscribers = members.get(memberId) ?? new Set()
    members.set(memberId, subscribers.add(subscriber))
    return () => {
      const wasSubscribed = subscribers.delete(subscriber)
      if (subscribers.size === 0 && members.get(memberId) === subscribers) members.delete(memberId)
      return wasSubscribed
    }
  }

  function queueRefresh({ refresh }: Subscriber) {
    queue.add(refresh)
  }
}

/** In seconds. A closed tab frees its slot immediately. */
const RETRY_AFTER_SECONDS = 60

function tooManyStreams() {
  return new HttpError(
    429,
    'too-many-streams',
    'You have this site open in too many windows. Close some of them.',
    RETRY_AFTER_SECONDS,
  )
}
