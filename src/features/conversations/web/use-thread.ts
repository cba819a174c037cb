import { useState } from 'react'
import { CallFailed, UNKNOWN_ERROR } from '#platform/web/request.ts'

type Shown = { id: string; writtenAt: string }
type Page<Message> = { items: Message[]; nextCursor: string | null }

/** The messages of a conversation, the newest last, with earlier ones as they are asked for and new ones as they come. */
export function useThread<Message extends Shown, Answer extends Page<Message>>(
  first: Answer & Page<Message>,
  fetchPage: (cursor?: string) => Promise<Answer & Page<Message>>,
) {
  const [{ messages, cursor }, setThread] = useState(() => ({
    messages: first.items.toReversed(),
    cursor: first.nextCursor,
  }))
  const [isLoading, setLoading] = useState(false)
  const [problem, setProblem] = useState<string>()

  const add = (newer: Message) => setThread((thread) => ({ ...thread, messages: inOrder([...thread.messages, newer]) }))

  const loadEarlier = async () => {
    if (cursor === null || isLoading) return
    setLoading(true)
    setProblem(undefined)
    try {
      const page = await fetchPage(cursor)
      setThread((thread) => ({
        messages: inOrder([...page.items.toReversed(), ...thread.messages]),
        cursor: page.nextCursor,
      }))
    } catch (error) {
      setProblem(error instanceof CallFailed ? error.message : UNKNOWN_ERROR)
    }
    setLoading(false)
  }

  /** Takes the first page as it is now. @returns what of it is new here */
  const take = (page: Answer & Page<Message>): Message[] => {
    const known = new Set(messages.map(({ id }) => id))
    const added = page.items.filter(({ id }) => !known.has(id))
    // More came than one page holds: what lies between would be missing.
    const isFarBehind = added.length > 0 && added.length === page.items.length && page.nextCursor !== null
    if (isFarBehind) setThread({ messages: page.items.toReversed(), cursor: page.nextCursor })
    else if (added.length > 0) setThread((thread) => ({ ...thread, messages: inOrder([...thread.messages, ...added]) }))
    return added
  }

  return { messages, hasEarlier: cursor !== null, isLoading, problem, add, loadEarlier, take }
}

/** Each once, as it was first shown: what was new stays marked as new while it is looked at. */
function inOrder<Message extends Shown>(messages: Message[]): Message[] {
  const known = new Map<string, Message>()
  for (const message of messages) if (!known.has(message.id)) known.set(message.id, message)
  return [...known.values()].sort((one, other) => one.writtenAt.localeCompare(other.writtenAt))
}
