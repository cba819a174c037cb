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
