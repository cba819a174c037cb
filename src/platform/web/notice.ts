import { z } from 'zod'
import { notify } from './ui/toasts.tsx'

const KEY = 'notice'

const Notice = z.object({ tone: z.enum(['success', 'error']), text: z.string() })
type Notice = z.infer<typeof Notice>

/** Leaves a sentence for the next page, where a full load would take a toast away with it. */
export function leaveNotice(notice: Notice): void {
  sessionStorage.setItem(KEY, JSON.stringify(notice))
}

/** Shows what the page before left, once. */
export function showNotice(): void {
  const stored = sessionStorage.getItem(KEY)
  if (!stored) return
  sessionStorage.removeItem(KEY)
  const notice = Notice.safeParse(parseJson(stored))
  if (notice.success) notify[notice.data.tone](notice.data.text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
