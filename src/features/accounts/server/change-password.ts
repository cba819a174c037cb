import { randomUUID } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { changePassword as changePasswordEndpoint } from '../contract/password.ts'
import type { User } from '../contract.ts'
import { accessTokenEnd } from '../rules.ts'
import { closeEveryWayIn } from './close-every-way-in.ts'
import { countIdentityGuess } from './count-identity-guess.ts'
import { passwordChangedLetter } from './emails/password.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { makeToken } from './make-token.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { confirmSession } from './session-store.ts'
import { getAccount } from './store.ts'
import { userOf } from './user-of.ts'

/** @returns the session with another access token: the one before may be in other hands */
export async function changePassword(
  context: MemberContext,
  { currentPassword, password }: BodyOf<typeof changePasswordEndpoint>,
): Promise<{ token: string; user: User }> {
  const { db, now, actor } = context
  const known = await getAccount(db, actor.memberId)
  const problem = await countIdentityGuess(context, async () =>
    (await verifyPassword(known.passwordHash, currentPassword)) ? undefined : 'wrong-password',
  )
  if (problem) throw new Refused(problem)
  if (password === currentPassword) throw new Refused('password-unchanged')
  await requireGoodPassword(context, password, known)
  const passwordHash = await hashPassword(password)

  const moment = now()
  const { token, hash: accessTokenHash } = makeToken()
  return db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, actor)
    // Another one was set in the meantime, by a link of the mailbox or in another browser.
    if (account.passwordHash !== known.passwordHash) throw new Refused('wrong-password')
    await closeEveryWayIn(tx, account.id, { passwordHash, now: moment, keptSession: actor.sessionId })
    await confirmSession(tx, actor.sessionId, { accessTokenHash, accessExpiresAt: accessTokenEnd(moment), now: moment })
    const letter = passwordChangedLetter(account, await readCompany(tx), { moment, publicUrl: context.publicUrl })
    await queueMail(tx, context, `password-changed:${randomUUID()}`, letter)
    return { token, user: userOf(account) }
  })
}
