/** Ends a request before any use case runs, with a status, a code and a message for the user. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: 400 | 401 | 403 | 404 | 429 | 503
  readonly code: string
  /** In seconds. */
  readonly retryAfter: number | undefined

  constructor(status: HttpError['status'], code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export function sessionExpired() {
  return new HttpError(401, 'session-expired', 'You’ve been logged out. Log in again to continue.')
}

export function notAllowed() {
  return new HttpError(403, 'not-allowed', 'You don’t have permission to do this.')
}

export function serviceUnavailable() {
  return new HttpError(503, 'service-unavailable', 'We’re having trouble right now. Try again in a few seconds.', 5)
}

export function diskFull() {
  return new HttpError(503, 'disk-full', 'We can’t accept files right now. Try again in a few minutes.', 60)
}

export function storageUnavailable() {
  const message = 'We can’t get to our files right now. Try again in a few minutes.'
  return new HttpError(503, 'files-unavailable', message, 60)
}

export function impersonationIsReadOnly() {
  return new HttpError(
    403,
    'impersonation-is-read-only',
    'You’re viewing the portal as a member, so you can’t change anything.',
  )
}
