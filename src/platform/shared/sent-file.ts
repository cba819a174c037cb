import { z } from 'zod'

/**
 * The response of an endpoint that sends a file as it is, without an envelope. One with a name is for keeping: browsers
 * do not open it in place of the page.
 */
export const SentFile = z.custom<{
  content: Uint8Array<ArrayBuffer>
  type: string
  cacheControl: string
  name?: string
}>()
export type SentFile = z.infer<typeof SentFile>
