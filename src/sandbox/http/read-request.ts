import type { IncomingMessage } from 'node:http'
import { ApiError } from '../wire/api-error.ts'

const LARGEST_BODY = 1024 * 1024

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > LARGEST_BODY) throw new ApiError(413, { type: 'invalid_request_error', message: 'Request too large.' })
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A header that may stand only once; `null` when it is missing. */
export function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
