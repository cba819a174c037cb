import { z } from 'zod'

/** How a mail stands: not tried yet, tried and to be tried again, gone out, or tried no more. */
export const MailState = z.enum(['waiting', 'retrying', 'sent', 'given-up'])
export type MailState = z.infer<typeof MailState>
