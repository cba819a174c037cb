import { z } from 'zod'

/** A file in place of an envelope: the `response` of an endpoint that names a `file`. */
export const FileToKeep = z.custom<{ name: string; content: Blob }>()
export type FileToKeep = z.infer<typeof FileToKeep>
