import { parseJson } from '../shared/json.ts'
import { FLASH_KEY, safeSessionStorage } from './browser-storage.ts'
import { notify } from './ui/toasts.tsx'

type FlashMessage = { tone: 'success' | 'error'; text: string }

/** Stores a message for the next page, because a full load removes toasts. */
export function setFlashMessage(notice: FlashMessage): void {
  safeSessionStorage.write(FLASH_KEY, JSON.stringify(notice))
}

/** Shows the previous page's message once. */
export function showFlashMessage(): void {
  const stored = safeSessionStorage.read(FLASH_KEY)
  if (!stored) return
  safeSessionStorage.remove(FLASH_KEY)
  const notice = parseJson(stored)
  if (isFlashMessage(notice)) notify[notice.tone](notice.text)
}

// Checked by hand, because every page runs this and a schema would load its library.
function isFlashMessage(value: unknown): value is FlashMessage {
  if (typeof value !== 'object' || value === null || !('tone' in value) || !('text' in value)) return false
  return (value.tone === 'success' || value.tone === 'error') && typeof value.text === 'string'
}
