import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5_000

/** Opens a separate connection without timeouts, for work that takes minutes. The caller closes it. */
export async function openOperatorConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'futureworld-operator',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // An open query already fails when the connection breaks; without this listener the process would crash.
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
  return client
}

/** Fixes how values are printed as text, whatever the server's settings, so that checksums are comparable. */
const plainTextSettings = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO, MDY'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 1',
].join('; ')

/** Reads all tables in one consistent snapshot, however long it takes. */
export async function withSnapshot<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query(`begin isolation level repeatable read, read only; ${plainTextSettings}`)
  try {
    return await work()
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

export async function withTransaction<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query(`begin; ${plainTextSettings}`)
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Returns a name that lets another connection or program read this transaction's snapshot. */
export async function exportSnapshot(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name')
  return rows[0]?.name ?? ''
}
