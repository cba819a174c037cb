import type { CancellationOutcome } from '#features/contact/declarations/contract.ts'
import { isRenewing } from '../subscriptions/rules.ts'
import type { Withdrawal } from '../withdrawal/contract.ts'

type CancellationFacts = {
  /** At the moment of the declaration. */
  blocker: Withdrawal['blocker']
  /** Undefined unless the package is monthly. `isOurs` is false if another payment provider charges it. */
  subscription: (Parameters<typeof isRenewing>[0] & { isOurs: boolean }) | undefined
  /** True if the member withdrew earlier, in the portal or here. */
  isWithdrawn: boolean
}

/**
 * Decides what to do with a cancellation whose order is known: what the portal would offer (PRODUCT D21), or nothing,
 * with the reason.
 */
export function decideCancellation({
  blocker,
  subscription,
  isWithdrawn,
}: CancellationFacts): 'withdraw' | 'stop-renewing' | CancellationOutcome {
  if (!blocker) return 'withdraw'
  if (isWithdrawn) return 'already-cancelled'
  if (subscription && isRenewing(subscription)) return subscription.isOurs ? 'stop-renewing' : 'other-provider'
  if (subscription) return subscription.endedAt ? 'ended' : 'already-cancelled'
  return blockedOutcomes[blocker]
}

const blockedOutcomes = {
  business: 'business',
  'too-late': 'too-late',
  'not-paid': 'not-paid',
  'fully-delivered': 'delivered',
  refunded: 'refunded',
  renewal: 'ended',
} satisfies Record<NonNullable<Withdrawal['blocker']>, CancellationOutcome>

/** True if the typed name contains one of these names as whole words, whatever their case, accents and punctuation. */
export function isNameOf(typed: string, names: (string | null)[]): boolean {
  const text = ` ${foldName(typed)} `
  return names.some((name) => name !== null && foldName(name) !== '' && text.includes(` ${foldName(name)} `))
}

function foldName(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
  return letters
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')
}
