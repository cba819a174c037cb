/** A request that ends before any use case decides: the status, its code, and the sentence a person reads. */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  readonly status: 400 | 401 | 403 | 404 | 429 | 503
  readonly code: string
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(status: HttpProblem['status'], code: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export function sessionOver() {
  return new HttpProblem(401, 'session-over', 'Your session has ended. Please log in again.')
}

export function notAllowed() {
  return new HttpProblem(403, 'not-allowed', 'Your account may not do this.')
}

export function serviceAway() {
  return new HttpProblem(503, 'service-away', 'We cannot answer right now. Please try again in a few seconds.', 5)
}

export function diskFull() {
  return new HttpProblem(503, 'no-room', 'We cannot take files right now. Please try again in a few minutes.', 60)
}

export function filesAway() {
  const message = 'Files cannot be reached at the moment. Please try again in a few minutes.'
  return new HttpProblem(503, 'files-away', message, 60)
}

export function onlyLooking() {
  return new HttpProblem(403, 'only-looking', 'You are looking at the pages of a member: nothing can be changed here.')
}
