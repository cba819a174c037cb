import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Endpoint } from '../../shared/endpoint.ts'
import { Refused } from '../../shared/refused.ts'
import { isMissingProof } from '../../shared/step-up.ts'
import { isDatabaseUnavailable } from '../db/database-errors.ts'
import { isDiskFull } from '../files/storage.ts'
import { diskFull, HttpError, serviceUnavailable } from './http-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** The only place that turns errors into status codes. */
export function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refused) return sendRefusal(error, request, reply)
  if (error instanceof HttpError) return sendProblem(error, request, reply)
  if (isRequestAborted(error, request)) return reply.code(400).send({ success: false, ...requestAborted })
  if (hasZodFastifySchemaValidationErrors(error)) return sendInvalidInput(error.validation, reply)
  if (isDatabaseUnavailable(error)) {
    request.log.error({ code: error.code }, 'the database does not answer')
    return sendProblem(serviceUnavailable(), request, reply)
  }
  if (isDiskFull(error)) {
    request.log.error({ code: error.code }, 'the disk cannot store a file')
    return sendProblem(diskFull(), request, reply)
  }
  const problem = findKnownProblem(error)
  if (problem) return reply.code(problem.status).send({ success: false, code: problem.code, message: problem.message })
  return sendUnexpectedError(error, request, reply)
}

function sendRefusal(error: Refused, request: FastifyRequest, reply: FastifyReply) {
  const refusal = request.routeOptions.config.endpoint?.refusals?.[error.reason]
  // The browser has no message for a reason that the contract does not list.
  if (refusal === undefined) return sendUnexpectedError(error, request, reply)
  if (isMissingProof(error.reason)) logSecurityEvent(error.reason, request)
  const { status, message } = typeof refusal === 'string' ? { status: 409, message: refusal } : refusal
  if (status === 503) reply.header('retry-after', 5)
  return reply.code(status).send({ success: false, code: error.reason, message, data: error.detail })
}

function sendProblem(problem: HttpError, request: FastifyRequest, reply: FastifyReply) {
  // Logs forbidden and excessive requests as security events (ASVS 16.3.2 and 16.3.3).
  if (problem.status === 403 || problem.status === 429) logSecurityEvent(problem.code, request)
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
  return reply.code(problem.status).send({ success: false, code: problem.code, message: problem.message })
}

function logSecurityEvent(securityEvent: string, request: FastifyRequest) {
  const { memberId } = request.actor ?? {}
  request.log.info({ securityEvent, memberId, address: request.ip, req: request }, 'security event')
}

function sendInvalidInput(issues: { instancePath: string; message?: string | undefined }[], reply: FastifyReply) {
  const errors: Record<string, string> = {}
  for (const { instancePath, message } of issues) {
    const field = instancePath.split('/').filter(Boolean).join('.') || 'request'
    errors[field] ??= message ?? 'Check this value'
  }
  const message = Object.values(errors)[0] ?? 'Check what you entered.'
  return reply.code(400).send({ success: false, code: 'invalid-input', message, errors })
}

const requestAborted = { code: 'invalid-input', message: 'The request was cut off before it was complete.' }

// An aborted request body has the same error code as a lost database connection.
function isRequestAborted(error: Error, { raw }: FastifyRequest): boolean {
  return raw.errored === error
}

const knownProblems: Record<string, { status: number; code: string; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'too-large', message: 'That’s more than we can accept in one go.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, code: 'not-json', message: 'Send JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'invalid-input', message: 'Send a JSON object.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: 'invalid-input', message: 'This isn’t valid JSON.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    code: 'invalid-input',
    message: 'The Content-Length doesn’t match the length of the body.',
  },
  FST_ERR_BAD_URL: { status: 400, code: 'invalid-input', message: 'This address isn’t valid.' },
  FST_ERR_MAX_LIMIT_EXCEEDED: { status: 400, code: 'invalid-input', message: 'This address is too long.' },
}

/** Errors from the static file plugin, which have a status but no code. */
const fileProblems: Record<number, { status: number; code: string; message: string }> = {
  412: { status: 412, code: 'file-changed', message: 'This file has changed.' },
  416: { status: 416, code: 'range-not-satisfiable', message: 'The requested range is past the end of this file.' },
}

function findKnownProblem(error: FastifyError) {
  if (error instanceof SyntaxError) return knownProblems.FST_ERR_CTP_INVALID_JSON_BODY
  const problem = knownProblems[error.code] ?? fileProblems[error.statusCode ?? 0]
  if (problem) return problem
  // Uses the status only of the framework's own errors; other libraries' statuses are not meant for our response.
  const { code = '', statusCode: status = 500 } = error
  const isClientError = code.startsWith('FST_') && status >= 400 && status < 500
  return isClientError ? { status, code: 'invalid-input', message: 'We can’t process this request.' } : undefined
}

function sendUnexpectedError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error, req: request })
  const message = `Something went wrong at our end. Try again. Reference: ${request.id}`
  return reply.code(500).send({ success: false, code: 'internal-error', message })
}
