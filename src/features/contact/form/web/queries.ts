import { useEffect, useRef } from 'react'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { Attempt } from '#platform/web/attempt.ts'
import { call, type Denied, type Granted } from '#platform/web/call.ts'
import { CallFailed } from '#platform/web/request.ts'
import { createFormToken } from '../contract.ts'
import { MIN_WRITING_MS } from '../rules.ts'

/** SPEC §8: the message if the server gave none. */
const SENDING_FAILED = 'Failed to send message. Please try again.'

export async function sendForm<Value>(
  endpoint: Endpoint,
  sending: Promise<Granted<Value> | Denied<string>>,
): Promise<Attempt<Value>> {
  try {
    const answer = await sending
    if (answer.refused === undefined) {
      return { state: 'done', value: answer.value, message: answer.message ?? endpoint.message ?? '' }
    }
    const { message, errors } = answer
    return { state: 'failed', message: message || SENDING_FAILED, ...(errors && { errors }) }
  } catch (error) {
    return { state: 'failed', message: errorMessage(error) }
  }
}

/** Uses the message only if it came from the server, because otherwise it merely stands in for a missing response. */
function errorMessage(error: unknown): string {
  const isServerMessage =
    error instanceof CallFailed && error.status > 0 && !['no-envelope', 'unexpected-answer'].includes(error.code)
  return isServerMessage ? error.message : SENDING_FAILED
}

/** `form` is the signed time when the form was opened, or undefined if the server did not respond. */
type FormToken = { form: string | undefined; receivedAt: number }

/**
 * Requests a form token when the form opens. The returned function waits until `MIN_WRITING_MS` has passed, because the
 * server would otherwise mistake someone who pastes a prepared text for a bot.
 */
export function useFormToken(): () => Promise<string | undefined> {
  const tokenRequest = useRef<Promise<FormToken>>(undefined)
  useEffect(() => {
    tokenRequest.current ??= requestFormToken()
  }, [])
  return async () => {
    const { form, receivedAt } = await (tokenRequest.current ?? requestFormToken())
    const remaining = form === undefined ? 0 : receivedAt + MIN_WRITING_MS - performance.now()
    if (remaining > 0) await new Promise((resolve) => setTimeout(resolve, remaining))
    return form
  }
}

async function requestFormToken(): Promise<FormToken> {
  const answer = await call(createFormToken).catch(() => undefined)
  const form = answer?.refused === undefined ? answer?.value.form : undefined
  return { form, receivedAt: performance.now() }
}
