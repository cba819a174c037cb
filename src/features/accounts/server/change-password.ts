import { randomUUID } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { changePassword as changePasswordEndpoint } from '../contract/password.ts'
import type { User } from '../contract.ts'
import { accessTokenEnd } from '../rules.ts'
import { closeEveryWayIn } from './close-every-way-in.ts'
import { passwordChangedLetter } from './emails.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'
import { makeToken } from './make-token.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { confirmSession } from './session-store.ts'
import { findAccount, lockAccount } from './store.ts'
import { userOf } from './user-of.ts'

const guesses: Limit = { name: 'change-password', attempts: 10, seconds: 900 }

/** @returns the session with another access token: the one before may be in other hands */
export async function changePassword(
  context: MemberContext,
  { currentPassword, password }: BodyOf<typeof changePasswordEndpoint>,
): Promise<{ token: string; user: User }> {
  const { db, limits, now, actor } = context
  await limits.count(guesses, actor.memberId)
  const known = await findAccount(db, actor.memberId)
  if (!(known && (await verifyPassword(known.passwordHash, currentPassword)))) throw new Refused('wrong-password')
  await limits.clear(db, guesses, actor.memberId)
  if (password === currentPassword) throw new Refused('password-unchanged')
  await requireGoodPassword(context, password, known)
  const passwordHash = await hashPassword(password)

  const moment = now()
  const { token, hash: accessTokenHash } = makeToken()
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, known.id)
    // Another one was set in the meantime, by a link of the mailbox or in another browser.
    if (account.passwordHash !== known.passwordHash) throw new Refused('wrong-password')
    await closeEveryWayIn(tx, account.id, { passwordHash, now: moment, keptSession: actor.sessionId })
    await confirmSession(tx, actor.sessionId, { accessTokenHash, accessExpiresAt: accessTokenEnd(moment), now: moment })
    const letter = passwordChangedLetter(account, await readCompany(tx), { moment, publicUrl: context.publicUrl })
    await queueMail(tx, context, `password-changed:${randomUUID()}`, letter)
    return { token, user: userOf(account) }
  })
}
