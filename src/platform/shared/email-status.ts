import { z } from 'zod'

/** An email has not been tried yet, will be retried, was sent or was given up on. */
export const EmailStatus = z.enum(['waiting', 'retrying', 'sent', 'given-up'])
export type EmailStatus = z.infer<typeof EmailStatus>
