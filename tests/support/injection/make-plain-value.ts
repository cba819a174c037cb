import type { JsonSchema } from '../app/endpoints.ts'
import { sampleMatches, type ValueSource } from '../fuzz/make-value.ts'
import type { RandomSource } from '../proof/random.ts'

/** An ordinary value, so that only what sqlmap appends is suspicious. */
export function makePlainValue(source: ValueSource, schema: JsonSchema, name: string): unknown {
  const { dice, known } = source
  const { anyOf, const: constant, enum: choices } = schema as JsonSchema & { enum?: unknown[]; const?: unknown }
  if (constant !== undefined) return constant
  if (choices) return dice.oneOf(...choices)
  if (anyOf) return makePlainValue(source, anyOf.find(({ type }) => type !== 'null') ?? {}, name)
  const kind = [schema.type].flat().find((candidate) => candidate !== 'null')
  if (kind === 'boolean') return dice.isSo(0.5)
  if (kind === 'integer' || kind === 'number') return makeNumber(schema, dice)
  const suitable = known.of(name).filter((value) => typeof value === 'string' && isUsable(value, schema))
  if (suitable.length > 0 && dice.isSo(0.8)) return dice.oneOf(...suitable)
  return makeText(source, schema, name)
}

/** Never negative, because sqlmap takes a minus sign for an earlier injection and does not start. */
function makeNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema, dice: RandomSource): number {
  const min = Math.max(Number(minimum ?? exclusiveMinimum ?? 0), minimum === undefined ? 1 : 0)
  return min + dice.whole(Math.min(Number(maximum ?? 10) - min, 9) + 1)
}

/** sqlmap treats an asterisk as an injection point. */
function isUsable(value: string, { pattern, maxLength = 100 }: JsonSchema): boolean {
  const isPlain = value.length > 0 && value.length <= Math.min(Number(maxLength), 400) && !value.includes('*')
  return isPlain && (pattern === undefined || new RegExp(String(pattern)).test(value))
}

function makeText({ dice, known }: ValueSource, schema: JsonSchema, name: string): string {
  const { format, pattern, minLength = 0 } = schema
  const futureMoment = dice.moment(new Date(), 0, 30).toISOString()
  if (format === 'date-time') return `${futureMoment.slice(0, 13)}:00:00.000Z`
  if (format === 'date') return futureMoment.slice(0, 10)
  if (format === 'uuid') return dice.oneOf(...known.ids(), '00000000-0000-4000-8000-000000000000')
  if (format === 'email' || name.toLowerCase().endsWith('email')) return `ada.${dice.whole(1e9)}@example.org`
  if (format === 'uri') return 'https://example.org/x'
  if (pattern !== undefined)
    return dice.oneOf(...sampleMatches(String(pattern)).filter((text) => isUsable(text, schema)))
  return 'Ada'.padEnd(Number(minLength), ' Lovelace')
}
