import fc from 'fast-check'
import type { JsonSchema } from '../app/endpoints.ts'
import type { RandomSource } from '../proof/random.ts'
import { anyValue, hostileDays, hostileMoments, hostileNumbers, hostileTexts } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'

export type Making = { dice: RandomSource; known: KnownValues }

/** A random value that the schema accepts, as far as the schema shows. */
export function makeValue(making: Making, schema: JsonSchema, name = ''): unknown {
  const { dice } = making
  const { anyOf, const: only, enum: choices, type } = schema as JsonSchema & { enum?: unknown[]; const?: unknown }
  if (only !== undefined) return only
  if (choices) return dice.oneOf(...choices)
  if (anyOf) return makeValue(making, dice.oneOf(...anyOf), name)
  const kind = Array.isArray(type) ? dice.oneOf(...type) : (type ?? 'any')
  const seen = making.known.of(name).filter((value) => fits(value, kind, schema))
  if (seen.length > 0 && dice.isSo(0.6)) return within(schema, dice.oneOf(...seen))
  return (makers[kind] ?? (() => anyValue(dice)))(making, schema, name)
}

type Maker = (making: Making, schema: JsonSchema, name: string) => unknown

const makers: Record<string, Maker> = {
  object: makeObject,
  array: makeList,
  string: makeText,
  integer: makeNumber,
  number: makeNumber,
  boolean: ({ dice }) => dice.isSo(0.5),
  null: () => null,
}

function fits(value: unknown, kind: string, { pattern, maxLength = 4_000 }: JsonSchema): boolean {
  if (kindOf(value) !== (kind === 'integer' ? 'number' : kind)) return false
  if (typeof value !== 'string') return true
  return value.length <= Number(maxLength) && (pattern === undefined || new RegExp(String(pattern)).test(value))
}

/** Keeps only the fields of the schema, because answers have more fields than requests. */
function within({ properties }: JsonSchema, value: unknown): unknown {
  if (!properties || kindOf(value) !== 'object') return value
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name in properties))
}

function makeObject(making: Making, { properties = {}, required = [] }: JsonSchema) {
  const names = Object.entries(properties).filter(
    ([name]) => (required as string[]).includes(name) || making.dice.isSo(0.6),
  )
  const made = Object.fromEntries(names.map(([name, schema]) => [name, makeValue(making, schema, name)]))
  const from = new Date(String(made.from)).getTime()
  // Usually a range of less than 30 days.
  if (made.until && from && making.dice.isSo(0.7)) made.until = new Date(from + making.dice.whole(30) * 86_400_000)
  return JSON.parse(JSON.stringify(made))
}

function makeList(making: Making, { items, minItems = 0, maxItems = 4 }: JsonSchema, name: string) {
  const length = Math.max(Number(minItems), making.dice.whole(Math.min(Number(maxItems), 6) + 1))
  return Array.from({ length }, () => makeValue(making, (items ?? {}) as JsonSchema, name))
}

function makeNumber({ dice }: Making, { type, minimum, maximum, exclusiveMinimum }: JsonSchema) {
  const least = Number(minimum ?? exclusiveMinimum ?? Number.MIN_SAFE_INTEGER)
  const most = Number(maximum ?? Number.MAX_SAFE_INTEGER)
  const fitting = hostileNumbers.filter(
    (value) => value >= least && value <= most && (type === 'number' || Number.isInteger(value)),
  )
  return dice.oneOf(least, most, ...fitting, Math.floor(least + dice.whole(Math.min(most - least, 1_000))))
}

function makeText(making: Making, { format, pattern, minLength, maxLength }: JsonSchema, name: string): string {
  const { dice, known } = making
  const make = formats[String(format ?? name)]
  if (make) return make(dice)
  if (format === 'uuid') return dice.oneOf(...known.ids(), '00000000-0000-0000-0000-000000000000')
  if (name === 'cursor') return dice.isSo(0.5) ? forgedCursor(making) : dice.oneOf(...hostileTexts)
  if (pattern !== undefined) return dice.oneOf(...matching(String(pattern)))
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? 4_000)]
  const fitting = hostileTexts.filter(({ length }) => length >= least && length <= most)
  return dice.oneOf(...fitting, 'x'.repeat(most), 'Ada')
}

const formats: Record<string, (dice: RandomSource) => string> = {
  'date-time': (dice) => (dice.isSo(0.5) ? nearNow(dice) : dice.oneOf(...hostileMoments)),
  date: (dice) => (dice.isSo(0.5) ? nearNow(dice).slice(0, 10) : dice.oneOf(...hostileDays)),
  email: (dice) => dice.oneOf(`${dice.whole(1e9)}@example.org`, 'ß@exämple.org', '"a b"@example.org'),
  uri: (dice) => dice.oneOf('https://example.org/x', 'javascript:alert(1)', 'http://[::1]/', 'file:///etc'),
}

function nearNow(dice: RandomSource): string {
  const moment = dice.moment(new Date(), 10, 60)
  if (dice.isSo(0.5)) moment.setUTCMinutes(0, 0, 0)
  return moment.toISOString()
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A cursor in the lists' format, with any moment and any id. */
function forgedCursor({ dice, known }: Making): string {
  const parts = [dice.oneOf(...hostileMoments, ...hostileTexts), dice.oneOf(...known.ids(), ...hostileTexts)]
  return Buffer.from(dice.isSo(0.7) ? parts.join(' ') : JSON.stringify(parts)).toString('base64url')
}

const made = new Map<string, string[]>()

/** Texts that match a pattern. */
export function matching(pattern: string): string[] {
  const known = made.get(pattern)
  if (known) return known
  const texts = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 30 })
  made.set(pattern, texts)
  return texts
}
