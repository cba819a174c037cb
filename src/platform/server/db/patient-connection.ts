import pg from 'pg'

/** How long a server may take to answer that it is there. */
const ANSWER_MS = 5_000

/** A connection of its own for work that may take minutes. Whoever opens it ends it. */
export async function connectPatiently(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'futureworld-operator',
    connectionTimeoutMillis: ANSWER_MS,
    keepAlive: true,
  })
  // A connection that breaks fails what is being asked, which tells of it.
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

/** How values are written as text, whatever the server or its user has set: rows that are compared read the same. */
const plainText = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, MDY'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
].join('; ')

/** Reads one state of all tables, however long it takes. */
export async function inOneState<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query(`begin isolation level repeatable read, read only; ${plainText}`)
  try {
    return await work()
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

/** Writes all of it or nothing. */
export async function inOneStep<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query(`begin; ${plainText}`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** The name under which another connection, or program, reads the state of this one's transaction. */
export async function nameState(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  return rows[0]?.name ?? ''
}
