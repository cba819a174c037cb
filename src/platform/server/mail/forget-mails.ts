import type { Context } from '../context.ts'
import type { Job } from '../jobs.ts'
import { deleteForgottenMails } from './store.ts'

export const forgetMailsJob: Job<object> = { name: 'forget-mails', retryDelay: 600, retryLimit: 5, cron: '40 3 * * *' }

/** Longer than a mail is tried: whoever could not be reached until then has no such mailbox. */
const TRIED_MS = 7 * 86_400_000

/** What was to be forgotten once it was sent, and could not be sent. */
export async function forgetMails({ db, now }: Context): Promise<void> {
  await deleteForgottenMails(db, new Date(now().getTime() - TRIED_MS))
}
