import type { Endpoint, ResponseOf } from '#platform/shared/endpoint.ts'
import { call, type Denied, type Granted } from './call.ts'
import { UNKNOWN_ERROR } from './request.ts'

/** What went wrong, in words for the person; `reason` where the endpoint names it, `errors` where fields are wrong. */
export type Failed = { state: 'failed'; message: string; reason?: string; errors?: Record<string, string> }

/** How a call ended that a form or a panel made: nothing is thrown. */
export type Attempt<Value> = { state: 'done'; value: Value; message: string } | Failed

/** Calls the server for something that a person has pressed. */
export function attempt<E extends Endpoint>(...wanted: Parameters<typeof call<E>>): Promise<Attempt<ResponseOf<E>>> {
  return settle(call(...wanted))
}

/** The ending of a call that is under way. */
export async function settle<Value>(sent: Promise<Granted<Value> | Denied<string>>): Promise<Attempt<Value>> {
  try {
    const answer = await sent
    if (answer.refused === undefined) return { state: 'done', value: answer.value, message: answer.message ?? '' }
    const { message, refused: reason, errors } = answer
    return { state: 'failed', message, reason, ...(errors && { errors }) }
  } catch (error) {
    return { state: 'failed', message: wordsFor(error) }
  }
}

/** SPEC §8: the server's message, else the error's own, else the words for the unknown. */
function wordsFor(error: unknown): string {
  if (error instanceof Error) return error.message || UNKNOWN_ERROR
  return typeof error === 'string' && error ? error : UNKNOWN_ERROR
}
