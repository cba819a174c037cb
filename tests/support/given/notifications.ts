import { notifyMember } from '#features/notifications/server/public.ts'
import type { TestApp } from '../app/start-app.ts'

/**
 * Notifies an account in the bell.
 * @returns false if it already had a notification for this reason
 */
export function notify(app: TestApp, { id }: { id: string }, reason: string, db = app.context.db): Promise<boolean> {
  return notifyMember(db, app.context, {
    memberId: id as never,
    reason,
    title: `About ${reason}`,
    text: 'Details.',
    path: '/portal/dashboard',
  })
}
