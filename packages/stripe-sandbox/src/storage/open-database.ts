import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

const tables = `
  create table if not exists objects (
    position integer primary key autoincrement,
    id text not null unique,
    object text not null,
    created integer not null,
    body text not null,
    notes text not null default '{}'
  ) strict;
  create index if not exists objects_newest_first on objects (object, position);
  create index if not exists objects_by_customer on objects (object, body ->> '$.customer');
  create index if not exists objects_by_payment_intent on objects (object, body ->> '$.payment_intent');
  create index if not exists objects_by_subscription
    on objects (object, body ->> '$.parent.subscription_details.subscription');
  create index if not exists objects_by_invoice on objects (object, body ->> '$.invoice');

  create table if not exists answered_requests (
    key text primary key,
    fingerprint text not null,
    status integer not null,
    body text not null,
    request_id text not null,
    answered_at integer not null
  ) strict;
  create index if not exists answered_requests_by_age on answered_requests (answered_at);

  create table if not exists deliveries (
    event text primary key,
    type text not null,
    state text not null check (state in ('pending', 'held', 'delivered', 'dropped', 'abandoned')),
    attempts integer not null default 0,
    due_at integer not null,
    last_answer text
  ) strict;
  create index if not exists deliveries_by_due_time on deliveries (state, due_at);

  create table if not exists clock (
    id integer primary key check (id = 1),
    offset_seconds integer not null check (offset_seconds >= 0)
  ) strict;

  create table if not exists due_steps (
    object text not null,
    kind text not null,
    due_at integer not null,
    clock text,
    primary key (object, kind)
  ) strict;
  create index if not exists due_steps_by_time on due_steps (clock, due_at);
`

/** Each commit waits for the disk, because every answer must survive `kill -9`. */
export function openDatabase(dataFile: string): DatabaseSync {
  if (dataFile !== ':memory:') mkdirSync(dirname(dataFile), { recursive: true })
  const database = new CachingDatabase(dataFile)
  try {
    // The operating system holds the lock, so a killed process leaves none behind.
    database.exec('pragma locking_mode = exclusive')
    database.exec('pragma journal_mode = wal; pragma synchronous = full')
    database.exec('begin exclusive; commit')
    database.exec(tables)
  } catch (error) {
    database.close()
    throw isLocked(error) ? new DataFileInUse(dataFile) : error
  }
  return database
}

/** Caches prepared statements: a call runs about twenty, and parsing took most of its time. */
class CachingDatabase extends DatabaseSync {
  readonly #statements = new Map<string, StatementSync>()

  override prepare(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? super.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }
}

export class DataFileInUse extends Error {
  readonly code = 'SANDBOX_DATA_IN_USE'

  constructor(dataFile: string) {
    super(`The sandbox data file ${dataFile} is in use by another process. Stop that process or choose another file.`)
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && /database is locked/.test(error.message)
}

export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
