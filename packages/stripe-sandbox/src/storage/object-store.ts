import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { noSuchObject, noSuchReference } from '../wire/api-error.ts'
import type { ApiObject, ObjectKind } from '../wire/object-kind.ts'
import type { Paging } from '../wire/parameters.ts'

type AnyKind = ObjectKind<ApiObject, object>

export interface Selection extends Partial<Paging> {
  /** Fields of the object that must have these values; `undefined` matches any value. */
  where?: Record<string, string | number | boolean | undefined> | undefined
  /** A field that must have one of these values. */
  among?: { field: string; values: string[] }
  /** The name of a note that must not be null. */
  noted?: string
}

/** All objects in the sandbox. Each consists of the JSON that the API shows, and hidden notes. */
export class ObjectStore {
  readonly #database: DatabaseSync
  readonly #kinds: Map<string, AnyKind>

  constructor(database: DatabaseSync, kinds: AnyKind[]) {
    this.#database = database
    this.#kinds = new Map(kinds.map((kind) => [kind.object, kind]))
  }

  findKind(object: string): AnyKind | undefined {
    return this.#kinds.get(object)
  }

  add<Type extends ApiObject & { created: number }, Notes extends object>(
    kind: ObjectKind<Type, Notes>,
    object: Type,
    ...[notes]: Notes extends Record<string, never> ? [] : [Notes]
  ): Type {
    this.#database
      .prepare('insert into objects (id, object, created, body, notes) values (?, ?, ?, ?, ?)')
      .run(object.id, kind.object, object.created, JSON.stringify(object), JSON.stringify(notes ?? {}))
    return object
  }

  save<Type extends ApiObject>(object: Type): Type {
    this.#database.prepare('update objects set body = ? where id = ?').run(JSON.stringify(object), object.id)
    return object
  }

  find<Type extends ApiObject>(kind: ObjectKind<Type, object>, id: string): Type | undefined {
    const row = this.#database.prepare('select body from objects where id = ? and object = ?').get(id, kind.object)
    return row && (JSON.parse(String(row.body)) as Type)
  }

  /**
   * Gets the object that the path names.
   * @throws a 404 if it does not exist
   */
  get<Type extends ApiObject>(kind: ObjectKind<Type, object>, id: string): Type {
    const object = this.find(kind, id)
    if (!object) throw noSuchObject(kind.label, id)
    return object
  }

  /**
   * Gets an object that a parameter names.
   * @throws a 400 that names the parameter if it does not exist
   */
  getReferenced<Type extends ApiObject>(kind: ObjectKind<Type, object>, id: string, param: string): Type {
    const object = this.find(kind, id)
    if (!object) throw noSuchReference(kind.label, id, param)
    return object
  }

  findAny(id: string): ApiObject | undefined {
    const row = this.#database.prepare('select body from objects where id = ?').get(id)
    return row && (JSON.parse(String(row.body)) as ApiObject)
  }

  /** Lists objects of one kind or of all kinds for the control page, newest first. */
  inspect(limit: number, object?: string): ApiObject[] {
    return this.#database
      .prepare('select body from objects where ?1 is null or object = ?1 order by position desc limit ?2')
      .all(object ?? null, limit)
      .map((row) => JSON.parse(String(row.body)) as ApiObject)
  }

  readNotes<Notes extends object>(_kind: ObjectKind<ApiObject, Notes>, id: string): Notes {
    const row = this.#database.prepare('select notes from objects where id = ?').get(id)
    return JSON.parse(String(row?.notes ?? '{}')) as Notes
  }

  note<Notes extends object>(kind: ObjectKind<ApiObject, Notes>, id: string, change: Partial<Notes>): void {
    const notes = { ...this.readNotes(kind, id), ...change }
    this.#database.prepare('update objects set notes = ? where id = ?').run(JSON.stringify(notes), id)
  }

  /** Returns one page of a list, newest first. */
  list<Type extends ApiObject>(
    kind: ObjectKind<Type, object>,
    { limit, ...selection }: Selection & Paging,
  ): { data: Type[]; hasMore: boolean } {
    const objects = this.all(kind, { ...selection, limit: limit + 1 })
    const isForwards = selection.ending_before === undefined
    return { data: isForwards ? objects.slice(0, limit) : objects.slice(-limit), hasMore: objects.length > limit }
  }

  /** Returns the newest first, in the order of insertion, because several objects can have the same second. */
  all<Type extends ApiObject>(kind: ObjectKind<Type, object>, selection: Selection): Type[] {
    const conditions = [...matching(kind, selection), ...this.#besideCursor(kind, selection)]
    const isForwards = selection.ending_before === undefined
    // SQLite interprets -1 as "no limit".
    const rows = this.#database
      .prepare(
        `select body from objects where ${conditions.map(({ sql }) => sql).join(' and ')}
         order by position ${isForwards ? 'desc' : 'asc'} limit ?`,
      )
      .all(...conditions.flatMap(({ values }) => values), selection.limit ?? -1)
    const objects = rows.map((row) => JSON.parse(String(row.body)) as Type)
    return isForwards ? objects : objects.reverse()
  }

  first<Type extends ApiObject>(kind: ObjectKind<Type, object>, where: Selection['where']): Type | undefined {
    return this.all(kind, { where, limit: 1 })[0]
  }

  #besideCursor(kind: AnyKind, { starting_after, ending_before }: Selection): Condition[] {
    const conditions: Condition[] = []
    if (starting_after) {
      conditions.push({ sql: 'position < ?', values: [this.#positionOf(kind, starting_after, 'starting_after')] })
    }
    if (ending_before) {
      conditions.push({ sql: 'position > ?', values: [this.#positionOf(kind, ending_before, 'ending_before')] })
    }
    return conditions
  }

  #positionOf(kind: AnyKind, id: string, param: string): number {
    const row = this.#database.prepare('select position from objects where id = ? and object = ?').get(id, kind.object)
    if (!row) throw noSuchReference(kind.label, id, param)
    return Number(row.position)
  }
}

interface Condition {
  sql: string
  values: SQLInputValue[]
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function matching(kind: AnyKind, { where = {}, among, noted, created = {} }: Selection): Condition[] {
  const conditions: Condition[] = [{ sql: 'object = ?', values: [kind.object] }]
  for (const [field, value] of Object.entries(where)) {
    if (value === undefined) continue
    // SQLite reads JSON booleans as numbers.
    const comparable = typeof value === 'boolean' ? Number(value) : value
    conditions.push({ sql: `body ->> '$.${field}' = ?`, values: [comparable] })
  }
  if (among) {
    const placeholders = among.values.map(() => '?').join(', ')
    conditions.push({ sql: `body ->> '$.${among.field}' in (${placeholders})`, values: among.values })
  }
  if (noted) conditions.push({ sql: `notes ->> '$.${noted}' is not null`, values: [] })
  for (const [name, operator] of Object.entries(comparisons)) {
    const bound = created[name as keyof typeof comparisons]
    if (bound !== undefined) conditions.push({ sql: `created ${operator} ?`, values: [bound] })
  }
  return conditions
}
