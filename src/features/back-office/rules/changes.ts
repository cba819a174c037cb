import type { JsonObject, JsonValue } from '#platform/shared/json.ts'
import { timeInWords } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'

/** "Package version published" of `package.version-published`. */
export function actionInWords(action: string): string {
  return inWords(action)
}

/** "Reply address" of `replyAddress`, `reply-address` and `reply_address`. */
export function inWords(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .split(/[\s._-]+/)
    .filter(Boolean)
    // "VAT" and "GBP" stay as they are.
    .map((word) => (/^[A-Z\d]+$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One figure of something, as it was and as it is now; null where there is none. */
type Change = { name: string; before: string | null; after: string | null }

/** Line by line, what an action has changed; what is the same on both sides is left out. */
export function changesOf(before: JsonObject | null, after: JsonObject | null): Change[] {
  const [old, current] = [figuresIn(before), figuresIn(after)]
  const names = [...new Set([...old.keys(), ...current.keys()])]
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: current.get(name) ?? null }))
    .filter((change) => change.before !== change.after)
}

function figuresIn(object: JsonObject | null): Map<string, string> {
  const figures = new Map<string, string>()
  const collect = (value: JsonValue | undefined, path: string[]) => {
    if (value === undefined) return
    const inside = partsOf(value)
    const name = path.join(', ')
    if (inside === undefined) figures.set(name, inMinorUnits.has(name) ? amountInWords(value) : valueInWords(value))
    else for (const [name, part] of inside) collect(part, [...path, name])
  }
  collect(object ?? {}, [])
  return figures
}

/** What stands line by line: the parts of an object, and of a list of objects by their numbers. */
function partsOf(value: JsonValue): [name: string, part: JsonValue | undefined][] | undefined {
  if (isObject(value)) return Object.entries(value).map(([key, part]) => [inWords(key), part])
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return undefined
  return value.map((part, index) => [String(index + 1), part])
}

function isObject(value: JsonValue): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** What is written in pence or cents. */
const inMinorUnits: ReadonlySet<string> = new Set(['Net price', 'Refunded'])

function amountInWords(value: JsonValue): string {
  return typeof value === 'number' ? (value / 100).toFixed(2) : valueInWords(value)
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[\d.]+Z$/

function valueInWords(value: JsonValue): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueInWords).join(', ')
  return typeof value === 'string' && MOMENT.test(value) ? timeInWords(value, DEFAULT_TIME_ZONE) : String(value)
}
