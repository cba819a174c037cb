import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { carryOutBackup, inOperatorContext } from '#app/server/carry-out-command.ts'
import { type Config, readConfig } from '#app/server/config.ts'
import { runOperatorCommand } from '#app/server/operator-commands.ts'
import { drillRestore } from '#app/server/recovery/drill-restore.ts'
import { restoreData } from '#app/server/recovery/restore-data.ts'
import { openBackup, packBackup } from '#platform/server/backup/pack-backup.ts'
import { makeKey, sealBackup } from '#platform/server/backup/seal-backup.ts'
import { writeNewFile } from '#platform/server/backup/write-file.ts'
import { connectPatiently } from '#platform/server/db/patient-connection.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { payFor, startPaying } from '../support/checkout.ts'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { noteFigure } from '../support/note-figure.ts'
import { startApp, type TestApp } from '../support/start-app.ts'

/** SECURITY R10: a backup of a server that is being used, and what a restore makes of it. */

const image = inject('databaseImage')
if (!('server' in image)) throw new Error('pg_dump needs a database server: npm run test:postgres')
const { server, template } = image
const log = { info() {}, warn() {}, error() {} }

const folder = await mkdtemp(join(tmpdir(), 'futureworld-restore-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const letter = { to: 'ada@example.org', subject: 'Waiting', text: 'Hello', html: '<p>Hello</p>' }
const leave = (member: { send: TestApp['visitor']['send'] }) =>
  member.send('DELETE', '/api/account', { confirmation: 'delete' })
const newFile = () => join(folder, randomUUID())

async function newDatabase(of = 'template0') {
  const name = `${template}_${randomUUID().slice(0, 8)}`
  await runOnServer(server, `create database ${name} template ${of}`)
  onTestFinished(() => runOnServer(server, `drop database ${name} with (force)`))
  return databaseAddress(server, name)
}

/** How the site of a test would be set up on a database, with the test's own provider. */
function configOn(url: string, app?: TestApp): Config {
  const { secretKey = '', publishableKey = '', webhookSecret = '' } = app?.keys ?? {}
  const provider = app && {
    SANDBOX_URL: app.sandbox.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  }
  return readConfig({ PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent', ...provider })
}

async function urlOf(app: TestApp) {
  const [{ name }] = await app.rows('select current_database() as name')
  return databaseAddress(server, name)
}

async function backUpOf(app: TestApp) {
  const order = { file: newFile(), ledger: newFile(), recipients: [] }
  await carryOutBackup(configOn(await urlOf(app)), order)
  return order
}

const keepLedger = async (app: TestApp, ledger: string) =>
  carryOutBackup(configOn(await urlOf(app)), { ledger, recipients: [] })

function restore(
  config: Config,
  order: { file: string | undefined; ledgers?: string[]; replaced?: string; keyFile?: string },
) {
  return restoreData(config, { keyFile: undefined, replaced: undefined, ledgers: [], now: new Date(), ...order }, log)
}

async function rowsOf(url: string, sql: string, ...values: unknown[]) {
  const client = await connectPatiently(url)
  return (await client.query(sql, values).finally(() => client.end())).rows
}

test('after a restore, what was paid since is granted, who left since is gone again, and no letter goes out twice', async () => {
  await using app = await startApp()
  const [ada, bob, cleo] = [await app.member(), await app.quickMember(), await app.member()]
  await payFor(app, bob)
  await app.settle()
  const started = await startPaying(ada)
  await app.database.db.transaction().execute((tx) => queueMail(tx, app.context, 'a letter that waits', letter))
  const { file, ledger } = await backUpOf(app)

  await app.pay(started.clientSecret)
  await app.settle()
  expect((await leave(cleo)).status).toBe(200)
  await app.settle()
  await keepLedger(app, ledger)

  const url = await newDatabase()
  const { settled } = await restore(configOn(url, app), { file, ledgers: [ledger] })

  expect(settled).toMatchObject({ erased: 1, series: [{ from: 2, until: 2 }] })
  expect(
    await rowsOf(url, 'select first_name, deleted_at is null as here from account where id = $1', cleo.id),
  ).toEqual([{ first_name: '', here: false }])
  expect(await rowsOf(url, 'select 1 from session where ended_at is null and expires_at > now()')).toEqual([])
  expect(
    await rowsOf(
      url,
      "select 1 from pgboss.job where name = 'deliver-mail' and state in ('created', 'retry', 'active')",
    ),
  ).toEqual([])
  const ofWaiting =
    "select failure from mail_delivery join mail on mail.id = mail_id where reason = 'a letter that waits'"
  expect(await rowsOf(url, ofWaiting)).toEqual([
    { failure: expect.stringMatching(/^Held back: a backup was restored/) },
  ])
  // Done once more, as after a restore by other means, it finds nothing more to do.
  const again = await restore(configOn(url, app), { file: undefined, ledgers: [ledger] })
  expect(again).toMatchObject({ manifest: undefined, settled: { sessions: 0, mails: 0, series: [] } })
  const restored = await app.onDatabase(url)
  onTestFinished(restored.close)
  expect((await restored.get('/api/auth/me', { authorization: `Bearer ${ada.token}` })).status).toBe(401)

  const status = () => rowsOf(url, 'select status, reference from purchase where id = $1', started.id)
  expect(await status()).toEqual([{ status: 'pending', reference: null }])
  await inOperatorContext(configOn(url, app), log, (context) =>
    runOperatorCommand(context, { command: 'reconcile', arguments: {} }),
  )
  // The number that the lost invoice had is not given to anybody else.
  expect(await status()).toEqual([{ status: 'completed', reference: expect.stringMatching(/-000003$/) }])
})

test('a database that holds something is replaced only where a backup of it as it is now is named', async () => {
  await using app = await startApp()
  await app.quickMember()
  const { file, ledger } = await backUpOf(app)
  const url = await newDatabase(template)
  const config = configOn(url, app)
  await rowsOf(url, 'delete from exchange_rate')

  await expect(restore(config, { file, ledgers: [ledger] })).rejects.toThrow('The database is not empty. Restore into')
  await expect(restore(config, { file, ledgers: [ledger], replaced: file })).rejects.toThrow(
    'The database holds something else than its backup',
  )
  const ofNow = newFile()
  await carryOutBackup(config, { file: ofNow, ledger: newFile(), recipients: [] })
  const process = await connectPatiently(url)
  await expect(restore(config, { file, ledgers: [ledger], replaced: ofNow })).rejects.toThrow(
    'The database is in use by 1 other connections. Stop every process of the site',
  )
  await process.end()

  await restore(config, { file, ledgers: [ledger], replaced: ofNow })
  expect(await rowsOf(url, 'select count(*)::int as count from account')).toEqual([{ count: 1 }])
})

test('what is to be replaced stays as it is where the backup cannot be read to its end, or fits nowhere here', async () => {
  await using app = await startApp()
  const { file } = await backUpOf(app)
  const url = await newDatabase(template)
  const config = configOn(url, app)
  const ofNow = newFile()
  await carryOutBackup(config, { file: ofNow, ledger: newFile(), recipients: [] })
  const [truncated, sealed, ofNewerServer, keyFile] = [newFile(), newFile(), newFile(), newFile()]
  const bytes = await readFile(file)
  await writeFile(truncated, bytes.subarray(0, bytes.length - 10_000))
  const [{ recipient }, another] = [await makeKey(new Date()), await makeKey(new Date())]
  await writeFile(keyFile, another.file)
  await writeNewFile(sealed, await sealBackup(createReadStream(file), [recipient]))
  const { manifest, dump } = await openBackup(file)
  await writeNewFile(ofNewerServer, packBackup({ ...manifest, serverVersion: 990_001 }, dump))

  for (const [wrong, sentence] of [
    [truncated, 'is no backup, or it is damaged or was altered: it ends too early.'],
    [sealed, `The key in ${keyFile} does not open the backup`],
    [ofNewerServer, 'The backup is of PostgreSQL 99 and the server is'],
  ] as const) {
    await expect(restore(config, { file: wrong, keyFile, replaced: ofNow })).rejects.toThrow(sentence)
    expect(await rowsOf(url, "select count(*)::int, to_regclass('public.restore_mark') as mark from company")).toEqual([
      { count: 1, mark: null },
    ])
  }
})

test('who had left the database that is replaced is erased again, also where no ledger knows of them', async () => {
  await using app = await startApp()
  const ada = await app.member()
  const { file } = await backUpOf(app)
  expect((await leave(ada)).status).toBe(200)
  const copy = await backUpOf(app)
  const url = await newDatabase()
  await restore(configOn(url, app), { file: copy.file })
  const now = newFile()
  const config = configOn(url, app)
  await carryOutBackup(config, { file: now, ledger: newFile(), recipients: [] })

  const { settled } = await restore(config, { file, replaced: now })
  expect(settled.erased).toBe(1)
  expect(await rowsOf(url, 'select first_name from account where id = $1', ada.id)).toEqual([{ first_name: '' }])
})

test('a drill restores into a server of its own and finds every table the same', async () => {
  await using app = await startApp()
  await payFor(app, await app.quickMember())
  await app.settle()
  const { differences, manifest } = await drillRestore(configOn(await urlOf(app)), { from: undefined, into: undefined })
  expect(differences).toEqual([])
  expect(manifest.tables.find(({ table }) => table === 'public.payment_entry')).toMatchObject({
    rows: 1,
    sums: { 'GBP amount': expect.stringMatching(/^\d+$/) },
  })
  const { length } = manifest.tables
  noteFigure('R10', `${length} tables the same after restoring`, 'counts, sums and checksums equal')
})

test('a drill names each figure that is not as the backup says, and a restore is refused for one', async () => {
  await using app = await startApp()
  const { file } = await backUpOf(app)
  const altered = await alteredBackup(file, (table) => ({ ...table, rows: table.rows + 1 }))
  const into = await newDatabase()
  const { differences } = await drillRestore(configOn(into), { from: { file: altered, keyFile: undefined }, into })
  expect(differences).toEqual([{ table: 'public.company', what: 'rows', expected: '2', found: '1' }])
  await expect(restore(configOn(into), { file: altered })).rejects.toThrow(
    'What was restored is not what was backed up: rows of public.company should be 2 and is 1.',
  )
})

test('a backup of a newer version is refused by its name, before anything is written', async () => {
  await using app = await startApp()
  const { file } = await backUpOf(app)
  const { manifest, dump } = await openBackup(file)
  const newer = newFile()
  const migrations = [...manifest.migrations, '9999-newer.sql']
  await writeNewFile(newer, packBackup({ ...manifest, migrations }, dump))
  const url = await newDatabase()
  await expect(restore(configOn(url), { file: newer })).rejects.toThrow(
    'The backup was made by a newer version of this program (0.1.0, with 9999-newer.sql).',
  )
  expect(await rowsOf(url, "select 1 from pg_class where relname = 'account'")).toEqual([])
})

type MeasuredTable = Awaited<ReturnType<typeof openBackup>>['manifest']['tables'][number]

async function alteredBackup(file: string, change: (table: MeasuredTable) => MeasuredTable) {
  const { manifest, dump } = await openBackup(file)
  const tables = manifest.tables.map((table) => (table.table === 'public.company' ? change(table) : table))
  const altered = newFile()
  await writeNewFile(altered, packBackup({ ...manifest, tables }, dump))
  return altered
}
