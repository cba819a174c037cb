import { z } from 'zod'

/** The response of an endpoint that sends a file as it is, without an envelope. The browser takes it by `fetchFile`. */
export const SentFile = z.custom<{ content: Uint8Array; type: string; cacheControl: string }>()
export type SentFile = z.infer<typeof SentFile>
