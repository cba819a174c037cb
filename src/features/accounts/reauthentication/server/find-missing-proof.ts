import type { Context } from '#platform/server/context.ts'
import type { FindMissingProof } from '#platform/server/http/serve.ts'
import { listMethods } from '../../second-factor/rules.ts'
import { getFactors } from '../../second-factor/server/store.ts'
import { isLoginRecent } from '../../sessions/rules.ts'

/** Protects against someone at an unattended browser, and against anyone who knows only the password. */
export const findMissingProof: FindMissingProof = async ({ db, now }: Context, actor, needed) => {
  const moment = now()
  const isIdentityOld = !isLoginRecent(actor.confirmedAt, moment)
  if (needed === 'identity') return isIdentityOld ? 'reauthentication-needed' : undefined
  if (actor.factorConfirmedAt && isLoginRecent(actor.factorConfirmedAt, moment)) return undefined
  if (listMethods(await getFactors(db, actor.memberId)).length > 0) return 'factor-needed'
  return isIdentityOld ? 'reauthentication-needed' : undefined
}
