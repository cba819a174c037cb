import type { SentFile } from '#platform/shared/sent-file.ts'

/** Gives the person a file that a call has brought, as a link to it would have. */
export function saveFile({ name = 'download', type, content }: SentFile): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it up by then, and would keep it in memory as long as the page is open.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
