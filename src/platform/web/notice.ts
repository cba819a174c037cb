import { sessionShelf } from './browser-storage.ts'
import { notify } from './ui/toasts.tsx'

const KEY = 'notice'

type Notice = { tone: 'success' | 'error'; text: string }

/** Leaves a sentence for the next page, where a full load would take a toast away with it. */
export function leaveNotice(notice: Notice): void {
  sessionShelf.write(KEY, JSON.stringify(notice))
}

/** Shows what the page before left, once. */
export function showNotice(): void {
  const stored = sessionShelf.read(KEY)
  if (!stored) return
  sessionShelf.remove(KEY)
  const notice = parseJson(stored)
  if (isNotice(notice)) notify[notice.tone](notice.text)
}

// By hand, as every page asks this at its start: a schema would bring its library along.
function isNotice(value: unknown): value is Notice {
  if (typeof value !== 'object' || value === null || !('tone' in value) || !('text' in value)) return false
  return (value.tone === 'success' || value.tone === 'error') && typeof value.text === 'string'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
