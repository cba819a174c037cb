import { mayReceiveNews } from '#features/accounts/rules/notifications.ts'
import { hashToken } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { findNewsReader } from './store.ts'

/** Whether a mail may still go to its reader. @param unsubscribeUrl of news; all other mails may */
export async function mayGetMail(db: Db, unsubscribeUrl: string | null): Promise<boolean> {
  if (unsubscribeUrl === null) return true
  const token = unsubscribeUrl.slice(unsubscribeUrl.lastIndexOf('/') + 1)
  const reader = await findNewsReader(db, hashToken(token))
  return reader !== undefined && mayReceiveNews(reader)
}
