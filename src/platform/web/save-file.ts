import type { FileAnswer, LargeFileAnswer } from '#platform/shared/file-answer.ts'

/** Gives the person a file that a call has brought, as a link to it would have. */
export function saveFile({ name = 'download', content }: FileAnswer | LargeFileAnswer): void {
  // However the server has made it, here it has arrived.
  const address = URL.createObjectURL(content as Blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken it up by then, and would keep it in memory as long as the page is open.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
