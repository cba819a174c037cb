import { randomUUID } from 'node:crypto'
import { findAccount } from '#features/accounts/server/public.ts'
import { type EmailPreviews, readEmailSite, sendEmail } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { listEmailPreviews as endpoint } from '../contract.ts'
import { testEmail } from './emails.ts'

/** Writes the previews with the current company name. */
export async function listEmailPreviews(
  context: Pick<MemberContext, 'db' | 'publicUrl'>,
  examples: Record<string, EmailPreviews>,
): Promise<ResponseOf<typeof endpoint>> {
  const site = await readEmailSite(context.db, context)
  const previews = Object.entries(examples).flatMap(([area, areaPreviews]) =>
    Object.entries(areaPreviews).map(([name, write]) => {
      const { subject, preview = '', text, html } = write(site)
      return { area, name, subject, preview, text, html }
    }),
  )
  return { previews }
}

const testEmailLimit: RateLimit = { name: 'test-email', attempts: 10, seconds: 3_600 }

/** Sends a test email to the logged-in administrator only. */
export async function sendTestEmail(context: MemberContext): Promise<null> {
  const { db, actor, limits } = context
  await limits.count(testEmailLimit, actor.memberId)
  return db.transaction().execute(async (tx) => {
    const member = await findAccount(tx, actor.memberId)
    if (!member) throw new Error('The logged-in administrator has no account')
    const id = randomUUID()
    await sendEmail(tx, context, `test-email:${id}`, (site) => testEmail({ member, ...site }))
    await recordAction(tx, context, { action: 'email.test-sent', object: { kind: 'test-email', id } })
    return null
  })
}
