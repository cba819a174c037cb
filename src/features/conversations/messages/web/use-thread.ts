import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'
import { attemptLoad } from '#platform/web/attempt.ts'
import { subscribe } from '#platform/web/live/subscribe.ts'
import { useAction } from '#platform/web/use-action.ts'

/**
 * Shows new messages while the page is visible. If there is no stream, loads the messages after each failed connection
 * attempt.
 * @param memberId required by the staff endpoint
 */
export function useLiveThread<E extends Endpoint>(
  endpoint: E,
  {
    memberId,
    onPage,
    reload,
  }: { memberId?: string; onPage: (page: ResponseOf<E>) => void; reload: () => Promise<ResponseOf<E>> },
): void {
  const show = useEffectEvent(onPage)
  const reloadNow = useEffectEvent(() => {
    // If loading fails too, the stream still reconnects.
    reload().then(show, () => undefined)
  })
  useEffect(() => {
    const params = memberId === undefined ? undefined : { memberId }
    return subscribe(endpoint, { params, onEvent: (page) => show(page), onProblem: () => reloadNow() })
  }, [endpoint, memberId])
}

/** Scrolls to the answer form on load and after each new message. @param newestId undefined if there are no messages */
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

/** A conversation's messages, newest last. Loads earlier messages on request and adds new ones. */
export function useThread<Message extends ThreadMessage, Response extends Page<Message>>(
  firstPage: Response & Page<Message>,
  fetchPage: (cursor?: string) => Promise<Response & Page<Message>>,
) {
  const [{ messages, cursor }, setThread] = useState(() => ({
    messages: firstPage.items.toReversed(),
    cursor: firstPage.nextCursor,
  }))
  const { isBusy, problem, run } = useAction()

  const add = (message: Message) =>
    setThread((thread) => ({ ...thread, messages: sortMessages([...thread.messages, message]) }))

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

  /** Merges in the current first page. @returns the messages that were not shown yet */
  const merge = (page: Response & Page<Message>): Message[] => {
    const knownIds = new Set(messages.map(({ id }) => id))
    const added = page.items.filter(({ id }) => !knownIds.has(id))
    // More messages arrived than fit on one page. Start again from that page, because messages in between would
    // otherwise be missing.
    const isFarBehind = added.length > 0 && added.length === page.items.length && page.nextCursor !== null
    if (isFarBehind) setThread({ messages: page.items.toReversed(), cursor: page.nextCursor })
    else if (added.length > 0)
      setThread((thread) => ({ ...thread, messages: sortMessages([...thread.messages, ...added]) }))
    return added
  }

  return { messages, hasEarlier: cursor !== null, isLoading: isBusy, problem, add, loadEarlier, merge }
}

/** Sorts and removes duplicates. Keeps the first copy, so that a message shown as new stays marked. */
function sortMessages<Message extends ThreadMessage>(messages: Message[]): Message[] {
  const messagesById = new Map<string, Message>()
  for (const message of messages) if (!messagesById.has(message.id)) messagesById.set(message.id, message)
  return [...messagesById.values()].sort((first, second) => first.writtenAt.localeCompare(second.writtenAt))
}
