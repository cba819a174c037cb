import { z } from 'zod'
import { confirmationNeeded } from './step-up.ts'

/** A file instead of an envelope, for endpoints with `file`. */
export const FileResponse = z.custom<{
  content: Blob
  /** The name to save a download under. */
  name?: string
  /** Set if the browser may cache the file. */
  cacheControl?: string
}>()
export type FileResponse = z.infer<typeof FileResponse>

/** A file too large to hold in memory on the server. In the browser it is a Blob like any other. */
export const LargeFileResponse = z.custom<{
  content: Blob | AsyncIterable<Uint8Array>
  name: string
  /** In bytes, if known in advance. */
  size?: number
}>()
export type LargeFileResponse = z.infer<typeof LargeFileResponse>

/** Settings for all downloads of back-office lists. A download takes personal data out of the site. */
export const csvDownload = {
  access: 'administrator',
  response: LargeFileResponse,
  file: 'text/csv; charset=utf-8',
  refusals: confirmationNeeded,
} as const
