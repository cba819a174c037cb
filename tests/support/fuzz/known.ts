/** What answers told, by the name of its field: what a caller could send back. */
export type Known = {
  of: (name: string) => unknown[]
  ids: () => string[]
  /** Of the rows that there are, by the name of their table. */
  learnRows: (table: string, ids: string[]) => void
  learn: (body: unknown) => void
  /** What an endpoint took. */
  examplesOf: (endpoint: string) => Example[]
  keep: (endpoint: string, example: Example) => void
}

export type Example = { params: unknown; query: unknown; body: unknown }

const MOST = 40

/** Which table the ids of a name are of, where its own name does not say it. */
const tables: Record<string, string[]> = {
  memberId: ['account'],
  accountId: ['account'],
  assigneeId: ['account'],
  itemId: ['deliverable_item'],
  fileId: ['stored_file'],
  noteId: ['session_note', 'member_note'],
  anomalyId: ['payment_anomaly'],
  calendarId: ['imported_calendar'],
  offerId: ['earlier_offer'],
  viewId: ['member_view'],
}

export function makeKnown(): Known {
  const rows = new Map<string, string[]>()
  const examples = new Map<string, Example[]>()
  const fields = new Map<string, Map<string, unknown>>()
  const note = (name: string, value: unknown) => {
    const text = JSON.stringify(value)
    const values = fields.get(name) ?? new Map<string, unknown>()
    if (text === undefined || text.length > 4_000 || values.has(text)) return
    values.set(text, value)
    // The oldest goes: what it named may be gone as well.
    const [oldest = ''] = values.keys()
    if (values.size > MOST) values.delete(oldest)
    fields.set(name, values)
  }
  const learn = (value: unknown, name = ''): void => {
    note(name === 'nextCursor' ? 'cursor' : name, value)
    for (const [key, inner] of entriesIn(value, name)) learn(inner, key)
  }
  return {
    of(name) {
      const of = tables[name] ?? (name.endsWith('Id') ? [snake(name.slice(0, -2))] : [])
      const ids = of.flatMap((table) => rows.get(table) ?? [])
      return ids.length > 0 ? ids : [...(fields.get(name)?.values() ?? [])]
    },
    ids: () => [...rows.values()].flat(),
    learnRows: (table, ids) => void rows.set(table, ids),
    learn: (body) => learn(body),
    examplesOf: (endpoint) => examples.get(endpoint) ?? [],
    keep: (endpoint, example) => void examples.set(endpoint, [example, ...(examples.get(endpoint) ?? [])].slice(0, 8)),
  }
}

/** What is in a list goes by the name of the list. */
function entriesIn(value: unknown, name: string): [string, unknown][] {
  if (Array.isArray(value)) return value.slice(0, 20).map((inner) => [name, inner])
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
