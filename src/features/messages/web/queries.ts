import type { Endpoint } from '#platform/shared/endpoint.ts'
import { call, type Denied, type Granted } from '#platform/web/call.ts'
import { CallFailed } from '#platform/web/request.ts'
import { openForm } from '../contract.ts'

/** SPEC §8: what is read where the server gave no words of its own. */
const SENDING_FAILED = 'Failed to send message. Please try again.'

/** What a form learns of its message. */
export type Sent<Value> =
  | { state: 'sent'; value: Value; message: string }
  | { state: 'failed'; message: string; errors?: Record<string, string> }

export async function send<Value>(
  endpoint: Endpoint,
  sending: Promise<Granted<Value> | Denied<string>>,
): Promise<Sent<Value>> {
  try {
    const answer = await sending
    if (answer.refused === undefined) {
      return { state: 'sent', value: answer.value, message: answer.message ?? endpoint.message ?? '' }
    }
    return { state: 'failed', message: answer.message || SENDING_FAILED, errors: answer.errors }
  } catch (error) {
    return { state: 'failed', message: wordsOf(error) }
  }
}

/** Sentences that the server itself said; not those that stand in for a missing answer. */
function wordsOf(error: unknown): string {
  const isServers =
    error instanceof CallFailed && error.status > 0 && !['no-envelope', 'unexpected-answer'].includes(error.code)
  return isServers ? error.message : SENDING_FAILED
}

/** The signed moment at which a form was opened, or undefined where the server does not answer. */
export async function askForForm(): Promise<string | undefined> {
  try {
    const answer = await call(openForm)
    return answer.refused === undefined ? answer.value.form : undefined
  } catch {
    return undefined
  }
}
