import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { runProgram } from '#tests/support/app/run-program.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import { fillAllLists } from './lists.ts'
import { createDatabase, type Rows, toRows } from './measurement.ts'

/** Incompressible files that bring the database to about a gigabyte. */
const FILES = 100
const PIECES = 20
const PIECE_BYTES = 262_144

const administrator = { email: 'owner@restore.example', password: 'a long password of the owner' }

export type RestoreTimes = { databaseMb: number; backupMb: number; backupSeconds: number; restoreSeconds: number }

/** Measures the backup of a gigabyte and its restore, which compares the row counts of every table. */
export async function measureRestore(databaseUrl: string): Promise<RestoreTimes> {
  const [full, empty] = await Promise.all(['backups', 'restored'].map((name) => createDatabase(databaseUrl, name)))
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-measured-'))
  try {
    const databaseMb = await fill(full ?? '')
    const file = join(folder, 'backup.tar')
    const backupSeconds = await timeCommand('backup', [file], full)
    const ledger = join(folder, 'ledger.json')
    const restoreSeconds = await timeCommand('restore', [file, '--ledger', ledger], empty)
    return { databaseMb, backupMb: (await stat(file)).size / 1_000_000, backupSeconds, restoreSeconds }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the size of the database in megabytes */
async function fill(url: string): Promise<number> {
  const { email, password } = administrator
  const site = await startSite({ environment: { DATABASE_URL: url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
  await site.stop()
  const database = await openDatabase({ url })
  const rows = toRows(database)
  await fillAllLists(rows)
  for (let file = 0; file < FILES; file += 1) await addFile(rows)
  const [{ size }] = await rows('select pg_database_size(current_database()) as size')
  await database.close()
  return size / 1_000_000
}

async function addFile(rows: Rows) {
  const [file] = await rows(
    "insert into stored_file (name, type, size, stored_at) values ('report.pdf', 'pdf', $1, now()) returning id",
    PIECES * PIECE_BYTES,
  )
  // Random bytes do not compress, like the contents of packed files.
  const randomContent = `select string_agg(sha256((random()::text || number || part)::bytea), ''::bytea)
    from generate_series(1, ${PIECE_BYTES / 32}) as part`
  await rows(
    `insert into file_piece (file_id, number, content)
     select $1, number, (${randomContent}) from generate_series(0, ${PIECES - 1}) as number`,
    file?.id,
  )
}

async function timeCommand(command: string, parameters: string[], url = ''): Promise<number> {
  const startedAt = performance.now()
  const { status, stderr } = await runProgram([...command.split(' '), ...parameters], { DATABASE_URL: url })
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`)
  return (performance.now() - startedAt) / 1_000
}
