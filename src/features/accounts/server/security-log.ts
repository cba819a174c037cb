import type { Context } from '#platform/server/context.ts'

/** Events that must be logged so that a break-in can be investigated (ASVS 16.3.1). */
type SecurityEvent =
  | 'registered'
  | 'logged-in'
  | 'login-failed'
  | 'logged-out'
  | 'reauthenticated'
  | 'reauthentication-failed'
  | 'session-ended'
  | 'other-sessions-ended'
  | 'refresh-token-reused'
  | 'calendar-feed-created'

/**
 * Writes one line with the request's id. Never log an email address, a token or anything else a user typed, because
 * reading the log must not give anyone access to an account.
 */
export function logSecurityEvent(
  { log }: Pick<Context, 'log'>,
  event: SecurityEvent,
  details: { memberId?: string | undefined; address?: string; ended?: number },
): void {
  log.info({ securityEvent: event, ...details }, 'security event')
}
