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
import { backUp, configOf } from '../../support/site/backups.ts'

/** SECURITY R10: a restore killed at any step leaves nothing that a site would start on. */

const wholeAgain = /by count, sum and checksum\.\nErased again: \d\./

const sentences = {
  writing:
    'A restore was interrupted while it wrote: the data is not whole. Stop every process of the site and run the same futureworld restore again.',
  settling:
    'A restore was interrupted before the data was settled. Stop every process of the site and run futureworld restore --in-place with the ledger.',
}
type Step = keyof typeof sentences

type Target = {
  environment: Record<string, string>
  /** The step recorded by the restore. */
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

/** Watched with another role, because a restore requires that its own role has no other connection. */
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
      const asked = client.query("select mark->>'step' as step from public.restore_mark")
      return asked.then(
        ({ rows }) => rows[0]?.step,
        () => undefined,
      )
    },
  }
}

/** A site whose company has this name, and a backup of it. */
async function givenSite(target: Target, name: string) {
  const config = configOf(target.environment)
  await withOperatorContext(config, log, ({ db }) =>
    db
      .updateTable('company')
      .set({ placeholders: [name] })
      .execute(),
  )
  return (await backUp(config)).file
}

async function nameOf(target: Target) {
  const company = await withOperatorContext(configOf(target.environment), log, ({ db }) =>
    db.selectFrom('company').select('placeholders').executeTakeFirstOrThrow(),
  )
  return company.placeholders.join()
}

async function killRestoreAt(step: Step, target: Target, given: string[]) {
  const restore = spawn(process.execPath, ['bin/futureworld.mjs', 'restore', ...given], {
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
  expect(refused.map(({ status, stderr }) => [status, stderr.trim()])).toEqual(refused.map(() => [1, sentences[step]]))
  expect(await readdir(backups)).toEqual([])
}

const targets = [
  ['directory', newDirectory],
  ['database of a server', newDatabase],
] as const

test.each(targets)(
  'after a killed restore into an empty %s every start is refused until it is repeated',
  async (_, newTarget) => {
    const file = await givenSite(await newTarget(false), 'Monday')
    const target = await newTarget(true)
    await killRestoreAt('writing', target, [file, '--without-ledger'])
    await expectRefused(target, 'writing')
    const inPlace = await callProgram(['restore', '--in-place', '--without-ledger'], target.environment)
    expect(inPlace.stderr).toContain('there is nothing whole to settle. Run the same futureworld restore again.')

    await killRestoreAt('settling', target, [file, '--without-ledger'])
    await expectRefused(target, 'settling')
    const finished = await callProgram(['restore', '--in-place', '--without-ledger'], target.environment)
    expect([finished.status, finished.stdout]).toEqual([0, expect.stringMatching(/^Erased again: 0\./)])
    expect([await target.step(), await nameOf(target)]).toEqual([undefined, 'Monday'])
  },
)

test.each(targets)(
  'a killed restore over an existing %s can be repeated and keeps its erasures',
  async (_, newTarget) => {
    const monday = await givenSite(await newTarget(false), 'Monday')
    const target = await newTarget(false)
    const erased = { accountId: randomUUID(), erasedAt: new Date() }
    await withOperatorContext(configOf(target.environment), log, ({ db }) =>
      db.insertInto('erasure').values(erased).execute(),
    )
    const tuesday = await givenSite(target, 'Tuesday')
    const given = [monday, '--without-ledger', '--replace', tuesday]

    await killRestoreAt('writing', target, given)
    await expectRefused(target, 'writing')
    await killRestoreAt('settling', target, given)
    await expectRefused(target, 'settling')
    const again = await callProgram(['restore', ...given], target.environment)
    expect([again.status, again.stdout]).toEqual([0, expect.stringMatching(wholeAgain)])

    expect([await target.step(), await nameOf(target)]).toEqual([undefined, 'Monday'])
    const known = await withOperatorContext(configOf(target.environment), log, ({ db }) =>
      db.selectFrom('erasure').selectAll().execute(),
    )
    expect(known).toEqual([erased])
  },
)
