import type { ApiObject } from './object-kind.ts'

export interface ErrorDetails {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  param?: string
  doc_url?: string
  charge?: string
  payment_method?: ApiObject
  payment_intent?: ApiObject
  setup_intent?: ApiObject
}

/**
 * A failed call. If it is thrown, the operation is rolled back. If it is returned, the changes are kept, because a
 * declined card leaves a failed charge.
 */
export class ApiError extends Error {
  readonly status: number
  readonly details: ErrorDetails

  constructor(status: number, details: ErrorDetails) {
    super(details.message)
    this.status = status
    this.details = details.code ? { ...details, doc_url: toDocumentationUrl(details.code) } : details
  }
}

export function toDocumentationUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`
}

export function invalidRequest(message: string, more: Omit<Partial<ErrorDetails>, 'type' | 'message'> = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more })
}

export function missingParameter(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export function unknownParameter(param: string): ApiError {
  return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
}

/** The path names an object that does not exist, so the status is 404. */
export function noSuchObject(kind: string, id: string): ApiError {
  const message = `No such ${kind}: '${id}'`
  return new ApiError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param: 'id' })
}

/** A parameter names an object that does not exist, so the status is 400. */
export function noSuchReference(kind: string, id: string, param: string): ApiError {
  return invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param })
}
