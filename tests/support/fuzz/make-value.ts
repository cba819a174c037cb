import fc from 'fast-check'
import type { JsonSchema } from '../app/endpoints.ts'
import type { RandomSource } from '../proof/random.ts'
import { anyValue, hostileDays, hostileMoments, hostileNumbers, hostileTexts } from './hostile-values.ts'
import type { KnownValues } from './known-values.ts'

export type ValueSource = { dice: RandomSource; known: KnownValues }

/** A random value that the schema accepts, as far as the schema can tell. */
export function makeValue(source: ValueSource, schema: JsonSchema, name = ''): unknown {
  const { dice } = source
  const { anyOf, const: constant, enum: choices, type } = schema as JsonSchema & { enum?: unknown[]; const?: unknown }
  if (constant !== undefined) return constant
  if (choices) return dice.oneOf(...choices)
  if (anyOf) return makeValue(source, dice.oneOf(...anyOf), name)
  const kind = Array.isArray(type) ? dice.oneOf(...type) : (type ?? 'any')
  const suitable = source.known.of(name).filter((value) => matchesSchema(value, kind, schema))
  if (suitable.length > 0 && dice.isSo(0.6)) return keepSchemaFields(schema, dice.oneOf(...suitable))
  return (valueMakers[kind] ?? (() => anyValue(dice)))(source, schema, name)
}

type Maker = (source: ValueSource, schema: JsonSchema, name: string) => unknown

const valueMakers: Record<string, Maker> = {
  object: makeObject,
  array: makeList,
  string: makeText,
  integer: makeNumber,
  number: makeNumber,
  boolean: ({ dice }) => dice.isSo(0.5),
  null: () => null,
}

function matchesSchema(value: unknown, kind: string, { pattern, maxLength = 4_000 }: JsonSchema): boolean {
  if (typeName(value) !== (kind === 'integer' ? 'number' : kind)) return false
  if (typeof value !== 'string') return true
  return value.length <= Number(maxLength) && (pattern === undefined || new RegExp(String(pattern)).test(value))
}

/** Keeps only fields that are in the schema, because responses have more fields than requests. */
function keepSchemaFields({ properties }: JsonSchema, value: unknown): unknown {
  if (!properties || typeName(value) !== 'object') return value
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name in properties))
}

function makeObject(source: ValueSource, { properties = {}, required = [] }: JsonSchema) {
  const names = Object.entries(properties).filter(
    ([name]) => (required as string[]).includes(name) || source.dice.isSo(0.6),
  )
  const object = Object.fromEntries(names.map(([name, schema]) => [name, makeValue(source, schema, name)]))
  const from = new Date(String(object.from)).getTime()
  // Usually keep the range below 30 days.
  if (object.until && from && source.dice.isSo(0.7)) object.until = new Date(from + source.dice.whole(30) * 86_400_000)
  return JSON.parse(JSON.stringify(object))
}

function makeList(source: ValueSource, { items, minItems = 0, maxItems = 4 }: JsonSchema, name: string) {
  const length = Math.max(Number(minItems), source.dice.whole(Math.min(Number(maxItems), 6) + 1))
  return Array.from({ length }, () => makeValue(source, (items ?? {}) as JsonSchema, name))
}

function makeNumber({ dice }: ValueSource, { type, minimum, maximum, exclusiveMinimum }: JsonSchema) {
  const min = Number(minimum ?? exclusiveMinimum ?? Number.MIN_SAFE_INTEGER)
  const max = Number(maximum ?? Number.MAX_SAFE_INTEGER)
  const fitting = hostileNumbers.filter(
    (value) => value >= min && value <= max && (type === 'number' || Number.isInteger(value)),
  )
  return dice.oneOf(min, max, ...fitting, Math.floor(min + dice.whole(Math.min(max - min, 1_000))))
}

function makeText(source: ValueSource, { format, pattern, minLength, maxLength }: JsonSchema, name: string): string {
  const { dice, known } = source
  const make = formats[String(format ?? name)]
  if (make) return make(dice)
  if (format === 'uuid') return dice.oneOf(...known.ids(), '00000000-0000-0000-0000-000000000000')
  if (name === 'cursor') return dice.isSo(0.5) ? forgedCursor(source) : dice.oneOf(...hostileTexts)
  if (pattern !== undefined) return dice.oneOf(...sampleMatches(String(pattern)))
  const [min, max] = [Number(minLength ?? 0), Number(maxLength ?? 4_000)]
  const fitting = hostileTexts.filter(({ length }) => length >= min && length <= max)
  return dice.oneOf(...fitting, 'x'.repeat(max), 'Ada')
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

export function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** A cursor in the format that lists use, with any time and any id. */
function forgedCursor({ dice, known }: ValueSource): string {
  const fields = [dice.oneOf(...hostileMoments, ...hostileTexts), dice.oneOf(...known.ids(), ...hostileTexts)]
  return Buffer.from(dice.isSo(0.7) ? fields.join(' ') : JSON.stringify(fields)).toString('base64url')
}

const samples = new Map<string, string[]>()

/** Strings that match a pattern. */
export function sampleMatches(pattern: string): string[] {
  const cached = samples.get(pattern)
  if (cached) return cached
  const texts = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 30 })
  samples.set(pattern, texts)
  return texts
}
