import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openBackup, packBackup } from '#app/backup/archive.ts'
import { writeNewFile } from '#app/backup/durable-file.ts'
import { encryptBackup, generateKeyPair } from '#app/backup/encryption.ts'
import { openOperatorConnection } from '#app/backup/operator-connection.ts'
import { runRestoreDrill } from '#app/backup/restore-drill.ts'
import type { Config } from '#app/config/config.ts'
import { runOperatorCommand } from '#app/operator/commands.ts'
import { runBackup, withOperatorContext } from '#app/operator/run-command.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import { databaseAddress } from '../../support/app/database-image.ts'
import { server } from '../../support/app/server-database.ts'
import { silentLog as log } from '../../support/app/silent-log.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { newDatabase, newFolder } from '../../support/app/temporary.ts'
import { testDataKeys } from '../../support/app/test-data-keys.ts'
import { payFor, startPaying } from '../../support/given/checkout.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { backUp, restore, toConfig } from '../../support/site/backups.ts'

/** R10 in docs/promises.md: backing up a server in use, and restoring it. */

const folder = await newFolder(afterAll)
const email = { to: 'ada@example.org', subject: 'Waiting', text: 'Hello', html: '<p>Hello</p>' }
const deleteAccount = (member: { send: TestApp['visitor']['send'] }) =>
  member.send('DELETE', '/api/account', { confirmation: 'delete' })
const newFile = () => join(folder, randomUUID())

/** The configuration of the test's site on this database, with the test's own sandbox. */
function configOn(url: string, app?: TestApp): Config {
  const { secretKey = '', publishableKey = '', webhookSecret = '' } = app?.keys ?? {}
  const provider = app && {
    SANDBOX_URL: app.sandbox.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  }
  return toConfig({ DATA_DIR: folder, DATABASE_URL: url, ...provider })
}

async function getDatabaseUrl(app: TestApp) {
  const [{ name }] = await app.rows('select current_database() as name')
  return databaseAddress(server, name)
}

const backUpApp = async (app: TestApp) => backUp(configOn(await getDatabaseUrl(app)))

const writeLedger = async (app: TestApp, ledger: string) =>
  runBackup(configOn(await getDatabaseUrl(app)), { ledger, recipients: [] })

async function queryUrl(url: string, sql: string, ...values: unknown[]) {
  const client = await openOperatorConnection(url)
  return (await client.query(sql, values).finally(() => client.end())).rows
}

test('after a restore, new payments are recorded, deleted accounts erased and no email sent twice', async () => {
  await using app = await startApp()
  const [ada, bob, cleo] = [await app.member(), await app.quickMember(), await app.member()]
  await payFor(app, bob)
  await app.settle()
  const started = await startPaying(ada)
  await app.database.db.transaction().execute((tx) => queueEmail(tx, app.context, 'a waiting email', email))
  const { file, ledger } = await backUpApp(app)

  await app.pay(started.clientSecret)
  await app.settle()
  expect((await deleteAccount(cleo)).status).toBe(200)
  await app.settle()
  await writeLedger(app, ledger)

  const url = await newDatabase()
  const { summary } = await restore(configOn(url, app), { file, ledgers: [ledger] })

  expect(summary).toMatchObject({ erased: 1, numberSequences: [{ from: 2, until: 2 }] })
  expect(
    await queryUrl(url, 'select first_name, deleted_at is null as here from account where id = $1', cleo.id),
  ).toEqual([{ first_name: '', here: false }])
  expect(await queryUrl(url, 'select 1 from session where ended_at is null and expires_at > now()')).toEqual([])
  expect(
    await queryUrl(
      url,
      "select 1 from pgboss.job where name = 'send-email' and state in ('created', 'retry', 'active')",
    ),
  ).toEqual([])
  const WAITING_EMAIL_SQL =
    "select failure from email_delivery join email on email.id = email_id where reason = 'a waiting email'"
  expect(await queryUrl(url, WAITING_EMAIL_SQL)).toEqual([
    { failure: expect.stringMatching(/^Held back: a backup was restored/) },
  ])
  // Settling the restored data again changes nothing.
  const repeated = await restore(configOn(url, app), { file: undefined, ledgers: [ledger] })
  expect(repeated).toMatchObject({ manifest: undefined, summary: { sessions: 0, emails: 0, numberSequences: [] } })
  const restored = await app.onDatabase(url)
  onTestFinished(restored.close)
  expect((await restored.get('/api/auth/me', { authorization: `Bearer ${ada.token}` })).status).toBe(401)

  const status = () => queryUrl(url, 'select status, reference from purchase where id = $1', started.id)
  expect(await status()).toEqual([{ status: 'pending', reference: null }])
  await withOperatorContext(configOn(url, app), log, (context) =>
    runOperatorCommand(context, { command: 'reconcile', arguments: {} }),
  )
  // The number of the invoice lost in the restore is not used again.
  expect(await status()).toEqual([{ status: 'completed', reference: expect.stringMatching(/-000003$/) }])
})

test('a database in use is replaced only if the command names a current backup of it', async () => {
  await using app = await startApp()
  await app.quickMember()
  const { file, ledger } = await backUpApp(app)
  const url = await newDatabase({ isEmpty: false })
  const config = configOn(url, app)
  await queryUrl(url, 'delete from exchange_rate')

  await expect(restore(config, { file, ledgers: [ledger] })).rejects.toThrow('The database isn’t empty. Restore into')
  await expect(restore(config, { file, ledgers: [ledger], replacedBackup: file })).rejects.toThrow(
    'The database doesn’t match its backup',
  )
  const { file: currentBackup } = await backUp(config)
  const process = await openOperatorConnection(url)
  await expect(restore(config, { file, ledgers: [ledger], replacedBackup: currentBackup })).rejects.toThrow(
    'The database is in use by 1 other connections. Stop every process of the site',
  )
  await process.end()

  await restore(config, { file, ledgers: [ledger], replacedBackup: currentBackup })
  expect(await queryUrl(url, 'select count(*)::int as count from account')).toEqual([{ count: 1 }])
})

test('if a backup is unreadable or unsuitable, the database stays unchanged', async () => {
  await using app = await startApp()
  const { file } = await backUpApp(app)
  const url = await newDatabase({ isEmpty: false })
  const config = configOn(url, app)
  const { file: currentBackup } = await backUp(config)
  const [truncated, sealed, ofNewerServer, newer, keyFile] = [newFile(), newFile(), newFile(), newFile(), newFile()]
  const bytes = await readFile(file)
  await writeFile(truncated, bytes.subarray(0, bytes.length - 10_000))
  const [{ recipient }, another] = [await generateKeyPair(new Date()), await generateKeyPair(new Date())]
  await writeFile(keyFile, another.file)
  await writeNewFile(sealed, await encryptBackup(createReadStream(file), [recipient]))
  const { manifest, dump } = await openBackup(file, { trust: testDataKeys })
  await writeNewFile(ofNewerServer, packBackup(testDataKeys, { ...manifest, serverVersion: 990_001 }, dump))

  const migrations = [...manifest.migrations, { name: '9999-newer.sql', checksum: '' }]
  await writeNewFile(
    newer,
    packBackup(testDataKeys, { ...manifest, migrations }, (await openBackup(file, { trust: testDataKeys })).dump),
  )

  for (const [wrong, message] of [
    [newer, 'The backup was made by a newer version of this program (0.1.0, with 9999-newer.sql).'],
    [truncated, 'isn’t a backup, or it’s been damaged or changed: it ends too early.'],
    [sealed, `The key in ${keyFile} doesn’t open the backup`],
    [ofNewerServer, 'The backup is from PostgreSQL 99, but the server is'],
  ] as const) {
    await expect(restore(config, { file: wrong, keyFile, replacedBackup: currentBackup })).rejects.toThrow(message)
    expect(
      await queryUrl(
        url,
        "select exists (select from schema_migration) as holds, to_regclass('public.restore_mark') as mark",
      ),
    ).toEqual([{ holds: true, mark: null }])
  }
})

test('accounts deleted in the replaced database are erased again, even without a ledger', async () => {
  await using app = await startApp()
  const ada = await app.member()
  const { file } = await backUpApp(app)
  expect((await deleteAccount(ada)).status).toBe(200)
  const copy = await backUpApp(app)
  const url = await newDatabase()
  await restore(configOn(url, app), { file: copy.file })
  const config = configOn(url, app)
  const { file: currentBackup } = await backUp(config)

  const { summary } = await restore(config, { file, replacedBackup: currentBackup })
  expect(summary.erased).toBe(1)
  expect(await queryUrl(url, 'select first_name from account where id = $1', ada.id)).toEqual([{ first_name: '' }])
})

test('a drill restores the data into a server of its own and finds every table unchanged', async () => {
  await using app = await startApp()
  await payFor(app, await app.quickMember())
  await app.settle()
  const { differences, manifest } = await runRestoreDrill(configOn(await getDatabaseUrl(app)), {
    from: undefined,
    into: undefined,
  })
  expect(differences).toEqual([])
  expect(manifest.tables.find(({ table }) => table === 'public.payment_entry')).toMatchObject({
    rows: 1,
    sums: { 'GBP amount': expect.stringMatching(/^\d+$/) },
  })
  const { length } = manifest.tables
  recordMeasurement('R10', `${length} tables equal after a restore`, 'counts, sums and checksums equal')
})

test('a drill reports every difference, and even a single difference prevents a restore', async () => {
  await using app = await startApp()
  const { file } = await backUpApp(app)
  const altered = await alteredBackup(file, (table) => ({ ...table, rows: table.rows + 1 }))
  const into = await newDatabase()
  const { differences } = await runRestoreDrill(configOn(into), { from: { file: altered, keyFile: undefined }, into })
  expect(differences).toEqual([{ table: 'public.company', what: 'rows', expected: '2', found: '1' }])
  await expect(restore(configOn(into), { file: altered })).rejects.toThrow(
    'The restored data doesn’t match the backup: rows of public.company should be 2 but is 1.',
  )
})

type MeasuredTable = Awaited<ReturnType<typeof openBackup>>['manifest']['tables'][number]

async function alteredBackup(file: string, change: (table: MeasuredTable) => MeasuredTable) {
  const { manifest, dump } = await openBackup(file, { trust: testDataKeys })
  const tables = manifest.tables.map((table) => (table.table === 'public.company' ? change(table) : table))
  const altered = newFile()
  await writeNewFile(altered, packBackup(testDataKeys, { ...manifest, tables }, dump))
  return altered
}
