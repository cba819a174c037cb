import type { ValueSource } from '../fuzz/make-value.ts'
import type { Input, Route } from './list-routes.ts'
import { makePlainValue } from './make-plain-value.ts'
import type { Answer, BaseRequest } from './open-sqlmap-proxy.ts'
import { usualFile, type Values } from './write-request.ts'

type Search = ValueSource & { sendRequest: (route: Route, values: Values) => Promise<Answer> }

const ATTEMPTS = 12

/**
 * Looks for a request that succeeds, because only then does injected text reach the database. If none does, returns the
 * best attempt.
 */
export async function findBaseRequest({ dice, known, sendRequest }: Search, route: Route): Promise<BaseRequest> {
  let best: Attempt = { values: [], allValues: [], rank: Number.POSITIVE_INFINITY, length: 0 }
  for (let number = 0; number < ATTEMPTS && !isGoodEnough(best, number, route); number++) {
    const allValues = route.inputs.map((input) => ordinaryValue({ dice, known }, input))
    // The first half of the attempts send all inputs, the second half only the required ones.
    const sendsOptional = number < ATTEMPTS / 2
    const values = allValues.map((value, index) => (isSent(route.inputs[index], sendsOptional) ? value : undefined))
    const { status, type, text } = await sendRequest(route, values)
    if (status === 200 && type.includes('json')) known.learn(JSON.parse(text).data)
    const attempt = { values, allValues, rank: toRank(status), length: text.length }
    if (isBetter(attempt, best)) best = attempt
  }
  return { values: best.values, texts: best.allValues.map((value) => String(value ?? '') || 'Ada') }
}

type Attempt = { values: Values; allValues: Values; rank: number; length: number }

/**
 * Whether to stop. After a GET has succeeded, a few more attempts follow, because missing rows are easier to notice in
 * a longer response.
 */
function isGoodEnough({ rank }: Attempt, number: number, { method }: Route): boolean {
  return rank === 0 && (method !== 'GET' || number === ATTEMPTS / 2)
}

function isBetter(attempt: Attempt, best: Attempt): boolean {
  return attempt.rank < best.rank || (attempt.rank === 0 && best.rank === 0 && attempt.length > best.length)
}

function ordinaryValue(source: ValueSource, { name, schema, example, mediaType }: Input): unknown {
  if (example !== undefined) return example
  if (mediaType && name === '') return usualFile
  if (name === 'limit') return 3
  return makePlainValue(source, schema, name.split('.').findLast((segment) => segment !== '0') ?? name)
}

/**
 * Leaves out cursors, because a made-up one points nowhere, and headers, because proxies and browsers add their own.
 */
function isSent(input: Input | undefined, sendsOptional: boolean): boolean {
  if (!input || input.isRequired) return input !== undefined
  return sendsOptional && input.name !== 'cursor' && input.location !== 'header'
}

/** The lower the rank, the further the request got. */
function toRank(status: number): number {
  return status < 400 ? 0 : [409, 404, 403, 400].indexOf(status) + 1 || 9
}
