import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { withOperatorContext } from '#app/operator/run-command.ts'
import { runOnServer } from '../../support/app/database-image.ts'
import { callProgram, runProgram } from '../../support/app/run-program.ts'
import { makeDatabase, server } from '../../support/app/server-database.ts'
import { silentLog as log } from '../../support/app/silent-log.ts'
import { newFolder, newSiteDirectory } from '../../support/app/temporary.ts'
import { sameDataKeys } from '../../support/app/test-data-keys.ts'
import { backUp, toConfig } from '../../support/site/backups.ts'

/** R10 in docs/promises.md: if a restore is killed at any step, no site starts on its data. */

const completed = /by count, sum and checksum\.\nPeople erased again: \d\./

const messages = {
  writing:
    'A restore was interrupted while it wrote: the data isn’t complete. Stop every process of the site and run the same futureworld restore again.',
  settling:
    'A restore was interrupted before the data was settled. Stop every process of the site and run futureworld restore --in-place with the ledger.',
}
type Step = keyof typeof messages

type Target = {
  environment: Record<string, string>
  /** The step that the restore has recorded. */
  step: () => Promise<Step | undefined>
}

type NewTarget = (isEmpty: boolean) => Promise<Target>

const newDirectory: NewTarget = async (isEmpty) => {
  const directory = isEmpty ? await newFolder() : await newSiteDirectory()
  const file = join(directory, 'restoring.json')
  return {
    environment: { DATA_DIR: directory },
    step: async () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).step : undefined),
  }
}

/** Watches the database with another role, because a restore requires that its own role has no other connection. */
const newDatabase: NewTarget = async (isEmpty) => {
  const { url, drop } = await makeDatabase({ isEmpty })
  const watcher = `watcher_${randomUUID().slice(0, 8)}`
  await runOnServer(server, `create role ${watcher} superuser login`)
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { username: watcher }).href })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await drop()
    await runOnServer(server, `drop role ${watcher}`)
  })
  return {
    environment: { DATA_DIR: await newFolder(), DATABASE_URL: url },
    async step() {
      const query = client.query("select mark->>'step' as step from public.restore_mark")
      return query.then(
        ({ rows }) => rows[0]?.step,
        () => undefined,
      )
    },
  }
}

/** Gives the site's company this name and backs the site up. */
async function givenSite(target: Target, name: string) {
  const config = toConfig(target.environment)
  await withOperatorContext(config, log, ({ db }) =>
    db
      .updateTable('company')
      .set({ placeholders: [name] })
      .execute(),
  )
  return (await backUp(config)).file
}

async function readCompanyName(target: Target) {
  const company = await withOperatorContext(toConfig(target.environment), log, ({ db }) =>
    db.selectFrom('company').select('placeholders').executeTakeFirstOrThrow(),
  )
  return company.placeholders.join()
}

async function killRestoreDuring(step: Step, target: Target, args: string[]) {
  const restore = spawn(process.execPath, ['bin/futureworld.mjs', 'restore', ...args], {
    env: { ...process.env, ...sameDataKeys, LOG_LEVEL: 'silent', ...target.environment },
    stdio: 'ignore',
  })
  const ended = once(restore, 'exit')
  while (restore.exitCode === null && (await target.step()) !== step) await pause(2)
  restore.kill('SIGKILL')
  const [code] = await ended
  expect(code).toBe(null)
  expect(await target.step()).toBe(step)
}

async function expectRefused({ environment }: Target, step: Step) {
  const backups = await newFolder()
  const refused = [
    await runProgram(['start'], { LOG_LEVEL: 'silent', ...environment }),
    await callProgram(['migrate'], environment),
    await callProgram(['backup', join(backups, 'another')], environment),
  ]
  expect(refused.map(({ status, stderr }) => [status, stderr.trim()])).toEqual(refused.map(() => [1, messages[step]]))
  expect(await readdir(backups)).toEqual([])
}

const targets = [
  ['directory', newDirectory],
  ['database of a server', newDatabase],
] as const

test.each(targets)(
  'if a restore into an empty %s is killed, the site refuses to start until it is complete',
  async (_, newTarget) => {
    const file = await givenSite(await newTarget(false), 'Monday')
    const target = await newTarget(true)
    await killRestoreDuring('writing', target, [file, '--without-ledger'])
    await expectRefused(target, 'writing')
    const inPlace = await callProgram(['restore', '--in-place', '--without-ledger'], target.environment)
    expect(inPlace.stderr).toContain(
      'so the data isn’t complete and can’t be settled. Run the same futureworld restore again.',
    )

    await killRestoreDuring('settling', target, [file, '--without-ledger'])
    await expectRefused(target, 'settling')
    const finished = await callProgram(['restore', '--in-place', '--without-ledger'], target.environment)
    expect([finished.status, finished.stdout]).toEqual([0, expect.stringMatching(/^People erased again: 0\./)])
    expect([await target.step(), await readCompanyName(target)]).toEqual([undefined, 'Monday'])
  },
)

test.each(targets)(
  'if a restore over an existing %s is killed, it can be repeated and keeps the record of erasures',
  async (_, newTarget) => {
    const monday = await givenSite(await newTarget(false), 'Monday')
    const target = await newTarget(false)
    const erased = { accountId: randomUUID(), erasedAt: new Date() }
    await withOperatorContext(toConfig(target.environment), log, ({ db }) =>
      db.insertInto('erasure').values(erased).execute(),
    )
    const tuesday = await givenSite(target, 'Tuesday')
    const args = [monday, '--without-ledger', '--replace', tuesday]

    await killRestoreDuring('writing', target, args)
    await expectRefused(target, 'writing')
    await killRestoreDuring('settling', target, args)
    await expectRefused(target, 'settling')
    const repeated = await callProgram(['restore', ...args], target.environment)
    expect([repeated.status, repeated.stdout]).toEqual([0, expect.stringMatching(completed)])

    expect([await target.step(), await readCompanyName(target)]).toEqual([undefined, 'Monday'])
    const erasures = await withOperatorContext(toConfig(target.environment), log, ({ db }) =>
      db.selectFrom('erasure').selectAll().execute(),
    )
    expect(erasures).toEqual([erased])
  },
)
