import type { Dice } from '../dice.ts'
import type { Known } from '../fuzz/known.ts'
import type { Input, Route } from './list-routes.ts'
import { makePlainValue } from './make-plain-value.ts'
import type { Answer, Base } from './open-front.ts'
import { usualFile, type Values } from './write-request.ts'

type Finding = { dice: Dice; known: Known; ask: (route: Route, values: Values) => Promise<Answer> }

const ATTEMPTS = 12

/**
 * Looks for a request that the route answers with success: only behind one does what is written into it come as far as
 * the database. Where none is found, what came nearest.
 */
export async function findBase({ dice, known, ask }: Finding, route: Route): Promise<Base> {
  let best: Attempt = { values: [], all: [], rank: Number.POSITIVE_INFINITY, length: 0 }
  for (let number = 0; number < ATTEMPTS && !isGoodEnough(best, number, route); number++) {
    const all = route.inputs.map((input) => usualValue({ dice, known }, input))
    // At first with all that is possible, then with what has to be there.
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

/** The more a list shows, the more can be missing from it. */
function isGoodEnough({ rank }: Attempt, number: number, { method }: Route): boolean {
  return rank === 0 && (method !== 'GET' || number === ATTEMPTS / 2)
}

function isBetter(one: Attempt, other: Attempt): boolean {
  return one.rank < other.rank || (one.rank === 0 && other.rank === 0 && one.length > other.length)
}

function usualValue(making: { dice: Dice; known: Known }, { name, schema, example, mediaType }: Input): unknown {
  if (example !== undefined) return example
  if (mediaType && name === '') return usualFile
  if (name === 'limit') return 3
  return makePlainValue(making, schema, name.split('.').findLast((part) => part !== '0') ?? name)
}

/** A place in a list that nobody made leads nowhere; what proxies and browsers add is there by itself. */
function isSent(input: Input | undefined, isWhole: boolean): boolean {
  if (!input || input.isRequired) return input !== undefined
  return isWhole && input.name !== 'cursor' && input.place !== 'header'
}

/** The further it came, the lower. */
function rankOf(status: number): number {
  return status < 400 ? 0 : [409, 404, 403, 400].indexOf(status) + 1 || 9
}
