import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'
import { attemptLoad } from '#platform/web/attempt.ts'
import { subscribe } from '#platform/web/live/subscribe.ts'
import { useAction } from '#platform/web/use-action.ts'

/**
 * Shows new messages while the page is visible. Without a stream it loads the page after every failed attempt.
 * @param memberId required by the staff endpoint
 */
export function useLiveThread<E extends Endpoint>(
  endpoint: E,
  {
    memberId,
    onPage,
    ask,
  }: { memberId?: string; onPage: (page: ResponseOf<E>) => void; ask: () => Promise<ResponseOf<E>> },
): void {
  const show = useEffectEvent(onPage)
  const askNow = useEffectEvent(() => {
    // If loading fails too, the stream retries anyway.
    ask().then(show, () => undefined)
  })
  useEffect(() => {
    const params = memberId === undefined ? undefined : { memberId }
    return subscribe(endpoint, { params, onEvent: (page) => show(page), onProblem: () => askNow() })
  }, [endpoint, memberId])
}

/** Scrolls to the answer form on load and after each new message. @param newestId undefined without messages */
export function useScrollToEnd(newestId: string | undefined) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // jsdom has no `scrollIntoView`.
    if (newestId) end.current?.scrollIntoView?.({ block: 'nearest' })
  }, [newestId])
  return end
}

type ThreadMessage = { id: string; writtenAt: string }
type Page<Message> = { items: Message[]; nextCursor: string | null }

/** Messages of a conversation, newest last. Loads earlier ones on request and adds new ones. */
export function useThread<Message extends ThreadMessage, Answer extends Page<Message>>(
  first: Answer & Page<Message>,
  fetchPage: (cursor?: string) => Promise<Answer & Page<Message>>,
) {
  const [{ messages, cursor }, setThread] = useState(() => ({
    messages: first.items.toReversed(),
    cursor: first.nextCursor,
  }))
  const { isBusy, problem, run } = useAction()

  const add = (newer: Message) =>
    setThread((thread) => ({ ...thread, messages: sortMessages([...thread.messages, newer]) }))

  const loadEarlier = async () => {
    if (cursor === null) return
    await run(
      () => attemptLoad(fetchPage(cursor)),
      (page) =>
        setThread((thread) => ({
          messages: sortMessages([...page.items.toReversed(), ...thread.messages]),
          cursor: page.nextCursor,
        })),
    )
  }

  /** Merges the current first page. @returns the messages that are new here */
  const take = (page: Answer & Page<Message>): Message[] => {
    const known = new Set(messages.map(({ id }) => id))
    const added = page.items.filter(({ id }) => !known.has(id))
    // More arrived than one page holds. Start again from that page, or messages in between would be missing.
    const isFarBehind = added.length > 0 && added.length === page.items.length && page.nextCursor !== null
    if (isFarBehind) setThread({ messages: page.items.toReversed(), cursor: page.nextCursor })
    else if (added.length > 0)
      setThread((thread) => ({ ...thread, messages: sortMessages([...thread.messages, ...added]) }))
    return added
  }

  return { messages, hasEarlier: cursor !== null, isLoading: isBusy, problem, add, loadEarlier, take }
}

/** Sorts and removes duplicates. Keeps the first copy, so that a message shown as new stays marked. */
function sortMessages<Message extends ThreadMessage>(messages: Message[]): Message[] {
  const known = new Map<string, Message>()
  for (const message of messages) if (!known.has(message.id)) known.set(message.id, message)
  return [...known.values()].sort((one, other) => one.writtenAt.localeCompare(other.writtenAt))
}
