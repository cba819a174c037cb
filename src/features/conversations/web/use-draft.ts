import { useState } from 'react'
import { sessionShelf } from '#platform/web/browser-storage.ts'

/** What is being written, with the id under which it was sent already, where nobody knows whether it arrived. */
type Draft = { text: string; id?: string }

/** Kept in this tab, through a reload and whatever goes wrong, until it has arrived. @param key whose it is, to whom */
export function useDraft(key: string) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(key))
  const keep = (next: Draft) => {
    setDraft(next)
    if (next.text === '') sessionShelf.remove(key)
    else sessionShelf.write(key, JSON.stringify(next))
  }
  return {
    text: draft.text,
    /** Other words are another message. */
    write: (text: string) => keep({ text }),
    /** Under which it is sent: the same for the same words, so that it is there once however often it is sent. */
    takeId: () => {
      const id = draft.id ?? crypto.randomUUID()
      keep({ ...draft, id })
      return id
    },
    clear: () => keep({ text: '' }),
  }
}

function readDraft(key: string): Draft {
  try {
    const stored: unknown = JSON.parse(sessionShelf.read(key) ?? 'null')
    return isDraft(stored) ? stored : { text: '' }
  } catch {
    return { text: '' }
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') return false
  return !('id' in value) || typeof value.id === 'string'
}
