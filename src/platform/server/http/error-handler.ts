import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { isDiskFull } from '../files/disk-full.ts'
import { diskFull, HttpProblem, serviceAway } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** The only place where an error becomes a status code. */
export function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refused) return sendRefusal(error, request, reply)
  if (error instanceof HttpProblem) return sendProblem(error, request, reply)
  if (isHangUp(error, request)) return reply.code(400).send({ success: false, ...hangUp })
  if (hasZodFastifySchemaValidationErrors(error)) return sendInvalidInput(error.validation, reply)
  if (isDatabaseAway(error)) {
    request.log.error({ code: error.code }, 'the database does not answer')
    return sendProblem(serviceAway(), request, reply)
  }
  if (isDiskFull(error)) {
    request.log.error({ code: error.code }, 'the disk does not take a file')
    return sendProblem(diskFull(), request, reply)
  }
  const known = knownProblem(error)
  if (known) return reply.code(known.status).send({ success: false, code: known.code, message: known.message })
  return sendSurprise(error, request, reply)
}

function sendRefusal(error: Refused, request: FastifyRequest, reply: FastifyReply) {
  const refusal = request.routeOptions.config.endpoint?.refusals?.[error.reason]
  // A reason that the contract does not list would reach a browser that has no sentence for it.
  if (refusal === undefined) return sendSurprise(error, request, reply)
  const { status, message } = typeof refusal === 'string' ? { status: 409, message: refusal } : refusal
  if (status === 503) reply.header('retry-after', 5)
  return reply.code(status).send({ success: false, code: error.reason, message, data: error.detail })
}

function sendProblem(problem: HttpProblem, request: FastifyRequest, reply: FastifyReply) {
  // Whoever tries what they may not, or too often, is looked for in the log (ASVS 16.3.2 and 16.3.3).
  if (problem.status === 403 || problem.status === 429) {
    const { memberId } = request.actor ?? {}
    request.log.info({ securityEvent: problem.code, memberId, address: request.ip, req: request }, 'security event')
  }
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter)
  return reply.code(problem.status).send({ success: false, code: problem.code, message: problem.message })
}

function sendInvalidInput(issues: { instancePath: string; message?: string | undefined }[], reply: FastifyReply) {
  const errors: Record<string, string> = {}
  for (const { instancePath, message } of issues) {
    const field = instancePath.split('/').filter(Boolean).join('.') || 'request'
    errors[field] ??= message ?? 'Please check this value'
  }
  const message = Object.values(errors)[0] ?? 'Please check what you entered.'
  return reply.code(400).send({ success: false, code: 'invalid-input', message, errors })
}

const hangUp = { code: 'invalid-input', message: 'The request ended before it was complete.' }

// A caller who leaves in the middle of a body has the code of a database that breaks a line.
function isHangUp(error: Error, { raw }: FastifyRequest): boolean {
  return raw.errored === error
}

const knownProblems: Record<string, { status: number; code: string; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, code: 'too-large', message: 'That is more than we can take at once.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { status: 415, code: 'not-json', message: 'Please send JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, code: 'invalid-input', message: 'Please send a JSON object.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, code: 'invalid-input', message: 'This is not valid JSON.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { status: 400, code: 'invalid-input', message: 'The length does not fit.' },
  FST_ERR_BAD_URL: { status: 400, code: 'invalid-input', message: 'This address is not written correctly.' },
  FST_ERR_MAX_LIMIT_EXCEEDED: { status: 400, code: 'invalid-input', message: 'This address is too long.' },
}

/** What the sender of files refuses, by status: it gives no codes. */
const fileProblems: Record<number, { status: number; code: string; message: string }> = {
  412: { status: 412, code: 'file-changed', message: 'This file is another one by now.' },
  416: { status: 416, code: 'beyond-the-end', message: 'This file ends before that.' },
}

function knownProblem(error: FastifyError) {
  if (error instanceof SyntaxError) return knownProblems.FST_ERR_CTP_INVALID_JSON_BODY
  const known = knownProblems[error.code] ?? fileProblems[error.statusCode ?? 0]
  if (known) return known
  // The framework's own refusals. Other libraries name a status as well, but it is none of our answer's.
  const { code = '', statusCode: status = 500 } = error
  const isRefusal = code.startsWith('FST_') && status >= 400 && status < 500
  return isRefusal ? { status, code: 'invalid-input', message: 'This request cannot be answered.' } : undefined
}

function sendSurprise(error: Error, request: FastifyRequest, reply: FastifyReply) {
  request.log.error({ err: error, req: request })
  const message = `Something went wrong on our side. Please try again. Reference: ${request.id}`
  return reply.code(500).send({ success: false, code: 'internal-error', message })
}
