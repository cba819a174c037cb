import type { JsonSchema } from '../app/endpoints.ts'
import type { KnownValues } from '../fuzz/known-values.ts'
import { matching } from '../fuzz/make-value.ts'
import type { RandomSource } from '../proof/random.ts'

/** An ordinary value, so that only what sqlmap appends is suspicious. */
export function makePlainValue(
  making: { dice: RandomSource; known: KnownValues },
  schema: JsonSchema,
  name: string,
): unknown {
  const { dice, known } = making
  const { anyOf, const: only, enum: choices } = schema as JsonSchema & { enum?: unknown[]; const?: unknown }
  if (only !== undefined) return only
  if (choices) return dice.oneOf(...choices)
  if (anyOf) return makePlainValue(making, anyOf.find(({ type }) => type !== 'null') ?? {}, name)
  const kind = [schema.type].flat().find((one) => one !== 'null')
  if (kind === 'boolean') return dice.isSo(0.5)
  if (kind === 'integer' || kind === 'number') return numberWithin(schema, dice)
  const seen = known.of(name).filter((value) => typeof value === 'string' && suits(value, schema))
  if (seen.length > 0 && dice.isSo(0.8)) return dice.oneOf(...seen)
  return makeText(making, schema, name)
}

/** Never negative, because sqlmap takes a minus sign for an earlier injection and does not start. */
function numberWithin({ minimum, exclusiveMinimum, maximum }: JsonSchema, dice: RandomSource): number {
  const least = Math.max(Number(minimum ?? exclusiveMinimum ?? 0), minimum === undefined ? 1 : 0)
  return least + dice.whole(Math.min(Number(maximum ?? 10) - least, 9) + 1)
}

/** sqlmap reads an asterisk as its own mark. */
function suits(value: string, { pattern, maxLength = 100 }: JsonSchema): boolean {
  const isPlain = value.length > 0 && value.length <= Math.min(Number(maxLength), 400) && !value.includes('*')
  return isPlain && (pattern === undefined || new RegExp(String(pattern)).test(value))
}

function makeText(
  { dice, known }: { dice: RandomSource; known: KnownValues },
  schema: JsonSchema,
  name: string,
): string {
  const { format, pattern, minLength = 0 } = schema
  const ahead = dice.moment(new Date(), 0, 30).toISOString()
  if (format === 'date-time') return `${ahead.slice(0, 13)}:00:00.000Z`
  if (format === 'date') return ahead.slice(0, 10)
  if (format === 'uuid') return dice.oneOf(...known.ids(), '00000000-0000-4000-8000-000000000000')
  if (format === 'email' || name.toLowerCase().endsWith('email')) return `ada.${dice.whole(1e9)}@example.org`
  if (format === 'uri') return 'https://example.org/x'
  if (pattern !== undefined) return dice.oneOf(...matching(String(pattern)).filter((text) => suits(text, schema)))
  return 'Ada'.padEnd(Number(minLength), ' Lovelace')
}
