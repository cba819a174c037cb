import { z } from 'zod'

/** An email is not tried yet, to be retried, sent, or given up. */
export const EmailStatus = z.enum(['waiting', 'retrying', 'sent', 'given-up'])
export type EmailStatus = z.infer<typeof EmailStatus>
