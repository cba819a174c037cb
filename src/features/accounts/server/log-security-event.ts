import type { Context } from '#platform/server/context.ts'

/** What somebody who looks into a break-in asks the log for (ASVS 16.3.1). */
type SecurityEvent =
  | 'registered'
  | 'logged-in'
  | 'login-failed'
  | 'logged-out'
  | 'identity-confirmed'
  | 'confirmation-failed'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'refresh-token-reused'
  | 'calendar-feed-made'

/**
 * One line in the log, beside the id of the request. Never an e-mail address, a token or anything else that a person
 * typed: who reads the log must not be able to become somebody.
 */
export function logSecurityEvent(
  { log }: Pick<Context, 'log'>,
  event: SecurityEvent,
  about: { memberId?: string | undefined; address?: string; isKnownDevice?: boolean; ended?: number },
): void {
  log.info({ securityEvent: event, ...about }, 'security event')
}
