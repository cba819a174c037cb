import type { BookableSession } from '../contract.ts'

/** Why a session cannot be booked now; null where it can. */
export function obstacleInWords({ obstacle, earlierTitle }: BookableSession): string | null {
  if (obstacle === null) return null
  const sentences = {
    'none-left': 'You have booked or used all of these.',
    'one-is-open': 'You have booked one already. You can book the next one when it is over.',
    'earlier-session-first': `Please book this one first: ${earlierTitle ?? 'the earlier session'}.`,
    'package-ended': 'This package has ended.',
  } satisfies Record<NonNullable<BookableSession['obstacle']>, string>
  return sentences[obstacle]
}
