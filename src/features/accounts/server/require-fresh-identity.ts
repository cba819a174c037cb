import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isIdentityFresh } from '../rules.ts'

/** For what an unattended browser must not do. The endpoint lists `confirmation-needed` among its refusals. */
export function requireFreshIdentity({ actor, now }: Pick<MemberContext, 'actor' | 'now'>): void {
  if (!isIdentityFresh(actor.confirmedAt, now())) throw new Refused('confirmation-needed')
}
