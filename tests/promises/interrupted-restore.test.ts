import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { carryOutBackup, inOperatorContext } from '#app/server/carry-out-command.ts'
import { readConfig } from '#app/server/config.ts'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { runProgram } from '../support/run-program.ts'

/** SECURITY R10: a restore that is killed, wherever it was, leaves nothing that a site would be started on. */

const image = inject('databaseImage')
const log = { info() {}, warn() {}, error() {} }
const wholeAgain = /by count, sum and checksum\.\nErased again: \d\./

const sentences = {
  writing:
    'A restore was interrupted while it wrote: the data is not whole. Stop every process of the site and run the same npm run restore again.',
  settling:
    'A restore was interrupted before the data was settled. Stop every process of the site and run npm run restore -- --in-place with the ledger.',
}
type Step = keyof typeof sentences

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-interrupted-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Target = {
  environment: Record<string, string>
  /** The step that is marked there. */
  step: () => Promise<Step | undefined>
}

async function newDirectory(): Promise<Target> {
  const directory = await newFolder()
  const file = join(directory, 'restoring.json')
  return {
    environment: { DATA_DIR: directory },
    step: async () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).step : undefined),
  }
}

/** Looked at by a role of its own: a restore begins where nobody else of its own user is connected. */
async function newDatabase(): Promise<Target> {
  if (!('server' in image)) throw new Error('There is no server')
  const { server } = image
  const [name, watcher] = ['restored', 'watcher'].map((word) => `${word}_${randomUUID().slice(0, 8)}`) as [
    string,
    string,
  ]
  await runOnServer(server, `create database ${name} template template0`)
  await runOnServer(server, `create role ${watcher} superuser login`)
  const url = databaseAddress(server, name)
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { username: watcher }).href })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await runOnServer(server, `drop database ${name} with (force)`)
    await runOnServer(server, `drop role ${watcher}`)
  })
  return {
    environment: { DATA_DIR: await newFolder(), DATABASE_URL: url },
    async step() {
      const asked = client.query("select mark->>'step' as step from public.restore_mark")
      return asked.then(
        ({ rows }) => rows[0]?.step,
        () => undefined,
      )
    },
  }
}

const configOf = ({ environment }: Target) =>
  readConfig({ PATH: process.env.PATH, LOG_LEVEL: 'silent', ...environment })

/** A site with a marked company, and a backup of it. */
async function givenSite(target: Target, name: string) {
  const config = configOf(target)
  await inOperatorContext(config, log, ({ db }) =>
    db
      .updateTable('company')
      .set({ placeholders: [name] })
      .execute(),
  )
  const folder = await newFolder()
  const file = join(folder, 'backup')
  await carryOutBackup(config, { file, ledger: join(folder, 'ledger'), recipients: [] })
  return file
}

async function nameOf(target: Target) {
  const company = await inOperatorContext(configOf(target), log, ({ db }) =>
    db.selectFrom('company').select('placeholders').executeTakeFirstOrThrow(),
  )
  return company.placeholders.join()
}

async function killRestoreAt(step: Step, target: Target, given: string[]) {
  const restore = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'src/app/server/restore.ts', ...given],
    { env: { ...process.env, LOG_LEVEL: 'silent', ...target.environment }, stdio: 'ignore' },
  )
  const ended = once(restore, 'exit')
  while (restore.exitCode === null && (await target.step()) !== step) await pause(2)
  restore.kill('SIGKILL')
  const [code] = await ended
  expect(code).toBe(null)
  expect(await target.step()).toBe(step)
}

async function expectRefused(target: Target, step: Step) {
  const backups = await newFolder()
  const commands = [
    ['start', []],
    ['migrate', []],
    ['backup', [join(backups, 'another')]],
  ] as const
  for (const [name, given] of commands) {
    const { status, stderr } = await runProgram(name, [...given], { LOG_LEVEL: 'silent', ...target.environment })
    expect([name, status, stderr.trim()]).toEqual([name, 1, sentences[step]])
  }
  expect(await readdir(backups)).toEqual([])
}

const targets = [
  ['directory', newDirectory],
  ...('server' in image ? [['database of a server', newDatabase] as const] : []),
] as const

test.each(targets)(
  'a restore into an empty %s that is killed keeps every start away until it is done again',
  async (_, newTarget) => {
    const file = await givenSite(await newTarget(), 'Monday')
    const target = await newTarget()
    await killRestoreAt('writing', target, [file, '--no-ledger'])
    await expectRefused(target, 'writing')
    const inPlace = await runProgram('restore', ['--in-place', '--no-ledger'], target.environment)
    expect(inPlace.stderr).toContain('there is nothing whole to settle. Run the same npm run restore again.')

    await killRestoreAt('settling', target, [file, '--no-ledger'])
    await expectRefused(target, 'settling')
    const finished = await runProgram('restore', ['--in-place', '--no-ledger'], target.environment)
    expect([finished.status, finished.stdout]).toEqual([0, expect.stringMatching(/^Erased again: 0\./)])
    expect([await target.step(), await nameOf(target)]).toEqual([undefined, 'Monday'])
  },
  480_000,
)

test.each(targets)(
  'a restore in place of what is in a %s may be killed and done again, and forgets nobody',
  async (_, newTarget) => {
    const monday = await givenSite(await newTarget(), 'Monday')
    const target = await newTarget()
    const erased = { account_id: randomUUID(), erased_at: new Date() }
    await inOperatorContext(configOf(target), log, ({ db }) => db.insertInto('erasure').values(erased).execute())
    const tuesday = await givenSite(target, 'Tuesday')
    const given = [monday, '--no-ledger', '--replace', tuesday]

    await killRestoreAt('writing', target, given)
    await expectRefused(target, 'writing')
    await killRestoreAt('settling', target, given)
    await expectRefused(target, 'settling')
    const again = await runProgram('restore', given, target.environment)
    expect([again.status, again.stdout]).toEqual([0, expect.stringMatching(wholeAgain)])

    expect([await target.step(), await nameOf(target)]).toEqual([undefined, 'Monday'])
    const known = await inOperatorContext(configOf(target), log, ({ db }) =>
      db.selectFrom('erasure').selectAll().execute(),
    )
    expect(known).toEqual([erased])
  },
  480_000,
)
