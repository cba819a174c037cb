/** Ends a request before any use case runs, with status, code and the message that users read. */
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
  return new HttpError(401, 'session-expired', 'Your session has ended. Please log in again.')
}

export function notAllowed() {
  return new HttpError(403, 'not-allowed', 'Your account may not do this.')
}

export function serviceUnavailable() {
  return new HttpError(503, 'service-unavailable', 'We cannot answer right now. Please try again in a few seconds.', 5)
}

export function diskFull() {
  return new HttpError(503, 'disk-full', 'We cannot take files right now. Please try again in a few minutes.', 60)
}

export function storageUnavailable() {
  const message = 'Files cannot be reached at the moment. Please try again in a few minutes.'
  return new HttpError(503, 'files-unavailable', message, 60)
}

export function impersonationIsReadOnly() {
  return new HttpError(
    403,
    'impersonation-is-read-only',
    'You are looking at the pages of a member: nothing can be changed here.',
  )
}
