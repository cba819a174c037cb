// PostgreSQL's own codes (classes 08, 53, 57) and Node's, for a server that does not answer or will not.
const awayCodes = new Set([
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
const waitCodes = new Set([
  // A statement that took too long, most often because it waited for a lock.
  '57014',
  // Two that waited for each other: this one gave way, and nothing of it was written.
  '40P01',
])
const awayClasses = ['08', '53', '57P']
const awayMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
]

/**
 * True where the server answers and will not have us: a wrong user or password, a database that is not there, or a
 * pooler in place of a server, which takes no settings at the start of a connection.
 */
export function isAccessRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('28') || code === '3D000' || code === '08P01'
}

/** True where the server knows us and refuses what we ask: a user who owns nothing there. */
export function isNotAllowed(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '42501'
}

/** True where there is no such table or column: the database has those of an older version. */
export function isFromBefore(error: unknown): boolean {
  return error instanceof Error && ['42P01', '42703'].includes(codeOf(error))
}

/** True where waiting and trying again is the answer, not a programmer. */
export function isDatabaseAway(error: unknown): boolean {
  return isConnectionLost(error) || (error instanceof Error && waitCodes.has(codeOf(error)))
}

/** True where whatever is asked next would fail as well. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  return (
    awayCodes.has(code) ||
    awayClasses.some((prefix) => code.startsWith(prefix)) ||
    awayMessages.some((message) => error.message.startsWith(message))
  )
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
