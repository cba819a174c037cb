/** Values from earlier responses, by field name, which a caller could send back. */
export type KnownValues = {
  of: (name: string) => unknown[]
  ids: () => string[]
  /** Sets the ids of existing rows, by table name. */
  setIds: (table: string, ids: string[]) => void
  learn: (body: unknown) => void
  /** Requests that an endpoint has accepted. */
  examplesOf: (endpoint: string) => Example[]
  keep: (endpoint: string, example: Example) => void
}

export type Example = { params: unknown; query: unknown; body: unknown }

const MAX_VALUES = 40

/** The tables for id fields that are not named after their table. */
const tables: Record<string, string[]> = {
  memberId: ['account'],
  accountId: ['account'],
  assigneeId: ['account'],
  deliverableId: ['deliverable'],
  fileId: ['stored_file'],
  noteId: ['session_note', 'member_note'],
  anomalyId: ['payment_anomaly'],
  calendarId: ['imported_calendar'],
  offerId: ['waitlist_offer'],
  impersonationId: ['impersonation'],
}

export function collectKnownValues(): KnownValues {
  const rows = new Map<string, string[]>()
  const examples = new Map<string, Example[]>()
  const fields = new Map<string, Map<string, unknown>>()
  const addValue = (name: string, value: unknown) => {
    const text = JSON.stringify(value)
    const values = fields.get(name) ?? new Map<string, unknown>()
    if (text === undefined || text.length > 4_000 || values.has(text)) return
    values.set(text, value)
    // Drop the oldest value, because its object may have been deleted.
    const [oldest = ''] = values.keys()
    if (values.size > MAX_VALUES) values.delete(oldest)
    fields.set(name, values)
  }
  const learn = (value: unknown, name = ''): void => {
    addValue(name === 'nextCursor' ? 'cursor' : name, value)
    for (const [key, inner] of listEntries(value, name)) learn(inner, key)
  }
  return {
    of(name) {
      const candidateTables = tables[name] ?? (name.endsWith('Id') ? [toSnakeCase(name.slice(0, -2))] : [])
      const ids = candidateTables.flatMap((table) => rows.get(table) ?? [])
      return ids.length > 0 ? ids : [...(fields.get(name)?.values() ?? [])]
    },
    ids: () => [...rows.values()].flat(),
    setIds: (table, ids) => void rows.set(table, ids),
    learn: (body) => learn(body),
    examplesOf: (endpoint) => examples.get(endpoint) ?? [],
    keep: (endpoint, example) => void examples.set(endpoint, [example, ...(examples.get(endpoint) ?? [])].slice(0, 8)),
  }
}

/** Items in a list are stored under the list's name. */
function listEntries(value: unknown, name: string): [string, unknown][] {
  if (Array.isArray(value)) return value.slice(0, 20).map((inner) => [name, inner])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
