import { errorCode } from '../error-code.ts'

/** Returns the name of the violated constraint, if that caused the error. */
export function violatedConstraint(error: unknown): string | undefined {
  const isViolation = error instanceof Error && errorCode(error)?.startsWith('23')
  return isViolation && 'constraint' in error ? String(error.constraint) : undefined
}

// Error codes from PostgreSQL (classes 08, 53, 57) and Node for a server that does not respond or refuses to.
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '25006',
])
const retryCodes = new Set([
  // The statement timed out, most often waiting for a lock.
  '57014',
  // Deadlock: PostgreSQL rolled this transaction back, so nothing was written.
  '40P01',
])
const unavailableClasses = ['08', '53', '57P']
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
]

/** True for a wrong user or password, a missing database, or a pooler that accepts no startup settings. */
export function isConnectionDenied(error: unknown): boolean {
  const code = errorCode(error) ?? ''
  return code.startsWith('28') || code === '3D000' || code === '08P01'
}

/** True if the server accepts the user but refuses the operation, for instance because the user owns no tables. */
export function isPermissionDenied(error: unknown): boolean {
  return errorCode(error) === '42501'
}

/** True if a table or column is missing, because the database has an older version's tables. */
export function hasOldTables(error: unknown): boolean {
  return ['42P01', '42703'].includes(errorCode(error) ?? '')
}

/** True for errors that a retry can fix. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || retryCodes.has(errorCode(error) ?? '')
}

/** True if the next query would fail as well. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error) ?? ''
  return (
    unavailableCodes.has(code) ||
    unavailableClasses.some((prefix) => code.startsWith(prefix)) ||
    unavailableMessages.some((message) => error.message.startsWith(message))
  )
}
