import type { FileResponse, LargeFileResponse } from '../shared/file-response.ts'
import { notify } from './ui/toasts.tsx'

/** Downloads a fetched file as if the user had followed a link. */
export function saveFile({ name = 'download', content }: FileResponse | LargeFileResponse): void {
  // In the browser the content is always a Blob.
  const address = URL.createObjectURL(content as Blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  notify.dismissErrors()
  // The download has started by then. Without this, the file would stay in memory for as long as the page is open.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
