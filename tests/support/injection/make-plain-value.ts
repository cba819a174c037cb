import fc from 'fast-check'
import type { Dice } from '../dice.ts'
import type { JsonSchema } from '../endpoints.ts'
import type { Known } from '../fuzz/known.ts'

/** A value as people send it: nothing in it surprises anybody until something is written behind it. */
export function makePlainValue(making: { dice: Dice; known: Known }, schema: JsonSchema, name: string): unknown {
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

/** Never below nothing: sqlmap takes a minus for the work of somebody else like it, and does not begin. */
function numberWithin({ minimum, exclusiveMinimum, maximum }: JsonSchema, dice: Dice): number {
  const least = Math.max(Number(minimum ?? exclusiveMinimum ?? 0), minimum === undefined ? 1 : 0)
  return least + dice.whole(Math.min(Number(maximum ?? 10) - least, 9) + 1)
}

/** An asterisk would be sqlmap's own sign. */
function suits(value: string, { pattern, maxLength = 100 }: JsonSchema): boolean {
  const isPlain = value.length > 0 && value.length <= Math.min(Number(maxLength), 400) && !value.includes('*')
  return isPlain && (pattern === undefined || new RegExp(String(pattern)).test(value))
}

function makeText({ dice, known }: { dice: Dice; known: Known }, schema: JsonSchema, name: string): string {
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

const made = new Map<string, string[]>()

function matching(pattern: string): string[] {
  const texts = made.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 50 })
  made.set(pattern, texts)
  return texts
}
