import { z } from 'zod'

/** A file in place of an envelope: the `response` of an endpoint that names a `file`. */
export const FileAnswer = z.custom<{
  content: Blob
  /** For a file to keep: what it is saved as. */
  name?: string
  /** Where the browser may keep it. */
  cacheControl?: string
}>()
export type FileAnswer = z.infer<typeof FileAnswer>

/** A file that is too large to be held whole where it is made. In the browser it arrives as a Blob like any other. */
export const LargeFileAnswer = z.custom<{
  content: Blob | AsyncIterable<Uint8Array>
  name: string
  /** Bytes, where they are known before. */
  size?: number
}>()
export type LargeFileAnswer = z.infer<typeof LargeFileAnswer>
