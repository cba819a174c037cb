import { serviceUnavailable } from '#platform/server/http/http-error.ts'
import { openParser } from '#platform/server/parser/open-parser.ts'
import type { parseEmail } from './parse-email.ts'

/** Parsing ten megabytes with ordinary attachments takes less than a second. */
export const parseInProcess = openParser<typeof parseEmail>({
  inputKind: 'email',
  module: new URL('./parse-email.ts', import.meta.url),
  functionName: 'parseEmail',
  timeLimitMs: 5_000,
  maxWaiting: 20,
  onFull: serviceUnavailable,
})
