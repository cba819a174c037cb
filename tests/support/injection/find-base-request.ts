import type { KnownValues } from '../fuzz/known-values.ts'
import type { RandomSource } from '../proof/random.ts'
import type { Input, Route } from './list-routes.ts'
import { makePlainValue } from './make-plain-value.ts'
import type { Answer, BaseRequest } from './open-sqlmap-proxy.ts'
import { usualFile, type Values } from './write-request.ts'

type Finding = { dice: RandomSource; known: KnownValues; ask: (route: Route, values: Values) => Promise<Answer> }

const ATTEMPTS = 12

/**
 * Looks for a request that the route answers with success, because only then does injected text reach the database. If
 * none succeeds, it returns the best attempt.
 */
export async function findBaseRequest({ dice, known, ask }: Finding, route: Route): Promise<BaseRequest> {
  let best: Attempt = { values: [], all: [], rank: Number.POSITIVE_INFINITY, length: 0 }
  for (let number = 0; number < ATTEMPTS && !isGoodEnough(best, number, route); number++) {
    const all = route.inputs.map((input) => usualValue({ dice, known }, input))
    // The first attempts send all inputs, the later ones only the required ones.
    const isWhole = number < ATTEMPTS / 2
    const values = all.map((value, index) => (isSent(route.inputs[index], isWhole) ? value : undefined))
    const { status, type, text } = await ask(route, values)
    if (status === 200 && type.includes('json')) known.learn(JSON.parse(text).data)
    const attempt = { values, all, rank: rankOf(status), length: text.length }
    if (isBetter(attempt, best)) best = attempt
  }
  return { values: best.values, texts: best.all.map((value) => String(value ?? '') || 'Ada') }
}

type Attempt = { values: Values; all: Values; rank: number; length: number }

/** A GET gets further attempts, because a longer answer makes missing rows easier to detect. */
function isGoodEnough({ rank }: Attempt, number: number, { method }: Route): boolean {
  return rank === 0 && (method !== 'GET' || number === ATTEMPTS / 2)
}

function isBetter(one: Attempt, other: Attempt): boolean {
  return one.rank < other.rank || (one.rank === 0 && other.rank === 0 && one.length > other.length)
}

function usualValue(
  making: { dice: RandomSource; known: KnownValues },
  { name, schema, example, mediaType }: Input,
): unknown {
  if (example !== undefined) return example
  if (mediaType && name === '') return usualFile
  if (name === 'limit') return 3
  return makePlainValue(making, schema, name.split('.').findLast((part) => part !== '0') ?? name)
}

/** A made-up cursor points nowhere, and proxies and browsers add their headers themselves. */
function isSent(input: Input | undefined, isWhole: boolean): boolean {
  if (!input || input.isRequired) return input !== undefined
  return isWhole && input.name !== 'cursor' && input.place !== 'header'
}

/** A lower rank means that the request got further. */
function rankOf(status: number): number {
  return status < 400 ? 0 : [409, 404, 403, 400].indexOf(status) + 1 || 9
}
