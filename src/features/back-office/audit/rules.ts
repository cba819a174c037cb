import type { JsonObject, JsonValue } from '#platform/shared/json.ts'
import { formatTimeInZone } from '#platform/shared/local-time.ts'
import { DEFAULT_TIME_ZONE } from '#platform/shared/time-zone.ts'
import { isUuid } from '#platform/shared/uuid.ts'
import type { AuditEntry } from './contract.ts'

/** A null actor is an operator who ran a command on the server. */
export function describeActor(actor: { name: string | null } | null): string {
  if (actor === null) return 'Operator (command line)'
  return actor.name ?? 'Deleted account'
}

/** `replyAddress`, `reply-address`, `reply_address` and `reply.address` all become "Reply address". */
export function toReadableName(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .split(/[\s._-]+/)
    .filter(Boolean)
    // Keeps acronyms such as "VAT" and "GBP" in capitals.
    .map((word) => (/^[A-Z\d]+$/.test(word) ? word : word.toLowerCase()))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One changed field. `before` or `after` is null if that side does not have the field. */
type Change = { name: string; before: string | null; after: string | null }

/**
 * Lists the fields that an action changed and leaves out those that stayed the same.
 * @param displayNames names to show instead of ids
 */
export function listChanges(before: JsonObject | null, after: JsonObject | null, displayNames: Names = {}): Change[] {
  const [old, current] = [collectValues(before, displayNames), collectValues(after, displayNames)]
  const names = [...new Set([...old.keys(), ...current.keys()])]
  return names
    .map((name) => ({ name, before: old.get(name) ?? null, after: current.get(name) ?? null }))
    .filter((change) => change.before !== change.after)
}

type Names = Record<string, string>

function collectValues(object: JsonObject | null, displayNames: Names): Map<string, string> {
  const values = new Map<string, string>()
  const collect = (value: JsonValue | undefined, path: string[]) => {
    if (value === undefined) return
    const children = splitValue(value)
    const name = path.join(', ')
    if (children === undefined)
      values.set(name, minorUnitFields.has(name) ? describeAmount(value) : formatValue(value, displayNames))
    else for (const [name, child] of children) collect(child, [...path, name])
  }
  collect(object ?? {}, [])
  return values
}

/** Splits objects by key and lists of objects by position, starting at 1. Returns undefined for a plain value. */
function splitValue(value: JsonValue): [name: string, part: JsonValue | undefined][] | undefined {
  if (isObject(value)) return Object.entries(value).map(([key, child]) => [toReadableName(key), child])
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return undefined
  return value.map((child, index) => [String(index + 1), child])
}

function isObject(value: JsonValue): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Stored in minor units (pence or cents). */
const minorUnitFields: ReadonlySet<string> = new Set(['Net price', 'Refunded'])

function describeAmount(value: JsonValue): string {
  return typeof value === 'number' ? (value / 100).toFixed(2) : formatValue(value, {})
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[\d.]+Z$/

function formatValue(value: JsonValue, displayNames: Names): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((element) => formatValue(element, displayNames)).join(', ')
  if (typeof value !== 'string') return String(value)
  return displayNames[value] ?? (MOMENT.test(value) ? formatTimeInZone(value, DEFAULT_TIME_ZONE) : value)
}

type RecordedObject = Pick<AuditEntry['object'], 'kind' | 'id'> & Partial<AuditEntry['object']>

const pages: Record<string, string> = {
  booking: 'bookings',
  consultant: 'consultants',
  'consultant-profile': 'consultant-profiles',
  conversation: 'conversations',
  deliverable: 'deliverables',
  email: 'emails',
  member: 'members',
  message: 'inbox',
  package: 'catalogue',
  purchase: 'purchases',
  story: 'stories',
}

/**
 * The object's back office page, or null if objects of its kind have no page. The object itself may have been deleted.
 */
export function objectPath({ kind, id, memberId }: RecordedObject): string | null {
  if (kind === 'settings') return '/admin/settings'
  const page = pages[kind]
  // A package held by a member has a UUID and is shown on the member's page. Catalogue ids are not UUIDs.
  if (kind === 'package' && isUuid(id)) return memberId ? `/admin/members/${memberId}` : null
  if (!page) return null
  return `/admin/${page}/${id}`
}

/** Falls back to the id unless it is a UUID, which means nothing to a reader. */
export function objectName({ id, name }: RecordedObject): string | null {
  return name ?? (isUuid(id) ? null : id)
}
