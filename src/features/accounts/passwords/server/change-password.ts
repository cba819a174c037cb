import { randomUUID } from 'node:crypto'
import { sendEmail } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { makeToken } from '#platform/server/token.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { User } from '../../contract.ts'
import { limitReauthenticationAttempts } from '../../reauthentication/server/reauthentication-rate-limit.ts'
import { cancelFactorRecovery } from '../../second-factor/server/factor-recovery.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { revokeAllAccess } from '../../server/revoke-all-access.ts'
import { getAccount, toUser } from '../../server/store.ts'
import { accessTokenExpiry } from '../../sessions/rules.ts'
import { markReauthenticated } from '../../sessions/server/store.ts'
import type { changePassword as changePasswordEndpoint } from '../contract.ts'
import { passwordChangedEmail } from './emails.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'
import { requireStrongPassword } from './require-strong-password.ts'

/** @returns the session with a new access token, because the previous one may have been stolen */
export async function changePassword(
  context: MemberContext,
  { currentPassword, password }: BodyOf<typeof changePasswordEndpoint>,
): Promise<{ token: string; user: User }> {
  const { db, now, actor } = context
  const accountBefore = await getAccount(db, actor.memberId)
  const problem = await limitReauthenticationAttempts(context, async () =>
    (await verifyPassword(accountBefore.passwordHash, currentPassword)) ? undefined : 'wrong-password',
  )
  if (problem) throw new Refused(problem)
  if (password === currentPassword) throw new Refused('password-unchanged')
  await requireStrongPassword(context, password, accountBefore)
  const passwordHash = await hashPassword(password)

  const moment = now()
  const { token, hash: accessTokenHash } = makeToken()
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    // Another password was set in the meantime, by an emailed link or in another browser.
    if (account.passwordHash !== accountBefore.passwordHash) throw new Refused('wrong-password')
    await revokeAllAccess(tx, account.id, { passwordHash, now: moment, keptSession: actor.sessionId })
    const accessExpiresAt = accessTokenExpiry(moment)
    await markReauthenticated(tx, actor.sessionId, { byFactor: false, accessTokenHash, accessExpiresAt, now: moment })
    await cancelFactorRecovery(tx, context, account.id)
    await recordOwnAction(tx, context, account.id, 'password-changed')
    await sendEmail(tx, context, `password-changed:${randomUUID()}`, ({ company, publicUrl }) =>
      passwordChangedEmail(account, company, { moment, publicUrl }),
    )
    return { token, user: toUser(account) }
  })
}
