import { sendEmail } from '#features/company/server/public.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { requireSecondStep } from '../../server/challenge-store.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { type Account, lockAccount } from '../../server/store.ts'
import { listMethods, recoveryDueAt, reminderDueBy } from '../rules.ts'
import { factorRecoveryEmail } from './emails.ts'
import { removeSecondFactors } from './second-factors.ts'
import { deleteRecovery, findRecovery, getFactors, insertRecovery, listRecoveries } from './store.ts'

/**
 * Call when the member uses a second factor, which means that it is not lost, or sets a new password, which proves
 * control of the mailbox.
 */
export async function cancelFactorRecovery(tx: Db, context: Context, accountId: MemberId): Promise<void> {
  if (!(await findRecovery(tx, accountId))) return
  await deleteRecovery(tx, accountId)
  await recordOwnAction(tx, context, accountId, 'factor-removal-cancelled')
}

/** Removes lost factors a week after the request, and reminds owners whose factors will soon be removed. */
export async function removeLostFactors(context: Context): Promise<void> {
  for (const accountId of await listRecoveries(context.db, reminderDueBy(context.now()))) {
    await context.db.transaction().execute((tx) => advanceRecovery(tx, context, accountId))
  }
}

async function advanceRecovery(tx: Db, context: Context, accountId: MemberId): Promise<void> {
  const account = await lockAccount(tx, accountId)
  // The removal was cancelled in the meantime.
  const pending = await findRecovery(tx, accountId)
  if (!pending) return
  const { dueAt } = pending
  const reason = `factor-recovery-${dueAt <= context.now() ? 'done' : 'reminder'}:${accountId}:${dueAt.toISOString()}`
  if (dueAt > context.now())
    return sendEmail(tx, context, reason, ({ company, publicUrl }) =>
      factorRecoveryEmail(account, company, { kind: 'reminder', dueAt }, publicUrl),
    )
  await deleteRecovery(tx, accountId)
  // A member who has since become staff must ask the operator.
  if (account.isDisabled || account.role !== 'member') return
  await removeSecondFactors(tx, accountId)
  await recordOwnAction(tx, context, accountId, 'second-factor-removed')
  await sendEmail(tx, context, reason, ({ company, publicUrl }) =>
    factorRecoveryEmail(account, company, { kind: 'done' }, publicUrl),
  )
}

type RecoveryRequest = { dueAt: string }

/** For a user who cannot complete the second step of a login. */
export async function requestFactorRecovery(context: Context, challenge: string): Promise<RecoveryRequest> {
  return context.db.transaction().execute(async (tx) => {
    const accountId = await requireSecondStep(tx, context, challenge)
    return createRecovery(tx, context, await lockAccount(tx, accountId))
  })
}

/** For a user who logged in with the password alone or on a trusted device. */
export async function requestOwnFactorRecovery(context: MemberContext): Promise<RecoveryRequest> {
  return context.db
    .transaction()
    .execute(async (tx) => createRecovery(tx, context, await lockOwnAccount(tx, context.actor)))
}

/**
 * Emails the owner immediately but removes nothing for a week. During that week, using a factor or the mailbox cancels
 * the request. Staff must ask the operator, who verifies them in person.
 */
async function createRecovery(tx: Db, context: Context, account: Account): Promise<RecoveryRequest> {
  if (account.isDisabled) throw new Refused('second-factor-off')
  if (account.role !== 'member') throw new Refused('ask-operator')
  if (listMethods(await getFactors(tx, account.id)).length === 0) throw new Refused('second-factor-off')
  const pending = await findRecovery(tx, account.id)
  if (pending) return { dueAt: pending.dueAt.toISOString() }
  const requestedAt = context.now()
  const dueAt = recoveryDueAt(requestedAt)
  await insertRecovery(tx, { accountId: account.id, requestedAt, dueAt })
  await recordOwnAction(tx, context, account.id, 'factor-removal-requested', { dueAt: dueAt.toISOString() })
  await sendEmail(tx, context, `factor-recovery:${account.id}:${requestedAt.toISOString()}`, ({ company, publicUrl }) =>
    factorRecoveryEmail(account, company, { kind: 'requested', dueAt }, publicUrl),
  )
  return { dueAt: dueAt.toISOString() }
}
