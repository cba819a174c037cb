import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runProgram } from '../support/run-program.ts'
import { freePort, startSite } from '../support/start-site.ts'

/** SECURITY R10 on the embedded database, by the programs as an operator runs them. */

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const run = async (name: string, given: string[], environment: Record<string, string>) =>
  runProgram(name, given, { SANDBOX_PORT: String(await freePort()), ...environment })

const person = (name: string) => ({
  firstName: name,
  lastName: 'Lovelace',
  email: `${name}@example.org`,
  mobile: '+447700900123',
  password: 'a long enough password',
})

type Site = { url: string }

async function post(site: Site, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${site.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

const register = async (site: Site, name: string) =>
  expect((await post(site, '/api/auth/register', person(name))).status).toBe(200)

const logIn = (site: Site, name: string) => {
  const { email, password } = person(name)
  return post(site, '/api/auth/login', { email, password })
}

const meBy = (site: Site, token: string) =>
  fetch(`${site.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status)

test('a site that runs is backed up, and what it was then is there again in an empty directory', async () => {
  const [backups, directory, other] = [await newFolder(), await newFolder(), await newFolder()]
  const file = join(backups, 'monday')
  let token = ''
  {
    await using site = await startSite({ directory })
    await register(site, 'ada')
    token = (await logIn(site, 'ada')).body.data.token

    const made = await run('backup', [file], { DATA_DIR: directory })
    expect([made.status, made.stderr]).toEqual([0, ''])
    expect(made.stdout).toContain(`tables are in ${file} (`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^ledger\.json\.\w+-\w+$/), 'monday'])
    expect((await run('backup', [file], { DATA_DIR: directory })).stderr).toBe(
      `There is a file ${file} already. Choose another name.\n`,
    )
    await register(site, 'bob')
    expect(await meBy(site, token)).toBe(200)
  }

  const restored = await run('restore', [file, '--ledger', join(backups, 'ledger.json')], { DATA_DIR: other })
  expect([restored.status, restored.stderr.split('\n').length]).toEqual([0, expect.any(Number)])
  expect(restored.stdout).toContain('by count, sum and checksum.\nErased again: 0. Sessions ended: 1.')

  await using site = await startSite({ directory: other })
  expect(await meBy(site, token)).toBe(401)
  expect((await logIn(site, 'ada')).status).toBe(200)
  expect((await logIn(site, 'bob')).status).toBe(400)
}, 180_000)

test('a directory that holds a site is replaced only by whoever names a backup of it as it is now', async () => {
  const [backups, directory] = [await newFolder(), await newFolder()]
  const environment = { DATA_DIR: directory }
  const [monday, tuesday] = [join(backups, 'monday'), join(backups, 'tuesday')]
  {
    await using site = await startSite({ directory })
    await register(site, 'ada')
    await site.stop()
  }
  expect((await run('backup', [monday], environment)).status).toBe(0)
  {
    await using site = await startSite({ directory })
    await register(site, 'bob')
    const busy = await run('restore', [monday, '--no-ledger', '--replace', monday], environment)
    expect(busy.stderr).toContain('is in use by another process of this site.')
    await site.stop()
  }
  const refused = await run('restore', [monday, '--no-ledger'], environment)
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/^The database is not empty\. Restore/)])
  const stale = await run('restore', [monday, '--no-ledger', '--replace', monday], environment)
  expect(stale.stderr).toMatch(/^The database holds something else than its backup .*monday/)

  expect((await run('backup', [tuesday], environment)).status).toBe(0)
  const replaced = await run('restore', [monday, '--no-ledger', '--replace', tuesday], environment)
  expect(replaced.status).toBe(0)
  const kept = (await readdir(directory)).filter((name) => name.startsWith('database-replaced-'))
  expect(kept).toHaveLength(1)
  expect(replaced.stdout).toContain(`What was there before is in ${join(directory, kept[0] ?? '')}.`)
  await using site = await startSite({ directory })
  expect((await logIn(site, 'bob')).status).toBe(400)
}, 180_000)

test('backups are encrypted for the keys that are set up, and a drill shows that they can be restored', async () => {
  const [backups, directory, other] = [await newFolder(), await newFolder(), await newFolder()]
  const key = join(backups, 'backup.key')
  const made = await runProgram('backup', ['--new-key', key])
  const recipient = made.stdout.trim().split('\n').at(-1) ?? ''
  expect([made.status, (await stat(key)).mode & 0o777]).toEqual([0, 0o600])
  const environment = { DATA_DIR: directory, BACKUP_RECIPIENTS: recipient }
  {
    await using site = await startSite({ directory })
    await register(site, 'ada')
    await site.stop()
  }
  expect((await run('backup', [backups], environment)).stdout).toContain(' MB, encrypted).')
  const name = (await readdir(backups)).find((name) => name.endsWith('.tar.age')) ?? ''
  expect(name).toMatch(/^futureworld-\d{8}T\d{6}Z\.tar\.age$/)
  expect((await readFile(join(backups, name))).toString('latin1', 0, 21)).toBe('age-encryption.org/v1')

  const locked = await run('restore', [join(backups, name), '--no-ledger'], { DATA_DIR: other })
  expect(locked.stderr).toMatch(/is encrypted\. Name the file with its key: --key <file>\.\n$/)
  for (const drill of [[], ['--from', join(backups, name), '--key', key]]) {
    const { status, stdout } = await run('restore-drill', drill, environment)
    expect([status, stdout]).toEqual([0, expect.stringMatching(/\naccount +2 +same\n/)])
    expect(stdout).toMatch(/\nEvery table of the backup of .* is the same after restoring, which took [\d.]+ s\.\n$/)
  }
}, 180_000)

test.each([
  ['backup', [], 'Say the file of the backup. See npm run backup -- --help.'],
  ['backup', ['a', 'b'], 'One file at a time: "b" is too much.'],
  ['backup', ['--colour', 'red'], "Unknown option '--colour'. See npm run backup -- --help."],
  ['restore', [], 'Say which backup, and one alone. See npm run restore -- --help.'],
  [
    'restore',
    ['a'],
    'Say where the ledger is (--ledger <file>), or that there is none (--no-ledger). See npm run restore -- --help.',
  ],
  ['restore', ['/nowhere/a', '--no-ledger'], 'The backup /nowhere/a cannot be read (ENOENT).'],
  ['restore', ['a', '--ledger', '/nowhere/l'], 'The ledger /nowhere/l cannot be read (ENOENT).'],
  ['restore', ['package.json', '--ledger', 'package.json'], /The file .*package.json is no ledger, or it is damaged\./],
  ['restore', ['src', '--no-ledger'], /The backup .*src cannot be read \(EISDIR\)\./],
  ['restore', ['a', '--ledger', 'src'], /The ledger .*src cannot be read \(EISDIR\)\./],
  ['backup', ['/nowhere/a'], 'There is no database in /nowhere. Set DATA_DIR.'],
  ['backup', ['--new-key', '/nowhere/k'], '/nowhere/k cannot be written (ENOENT).'],
  ['backup', ['--new-key', 'package.json/k'], /package\.json\/k cannot be written \(ENOTDIR\)\./],
  ['restore-drill', ['--from', '/nowhere/a'], 'The backup /nowhere/a cannot be read (ENOENT).'],
  ['restore', ['package.json', '--no-ledger'], /The file .*package.json is no backup, or it is damaged or was altered/],
  ['restore-drill', ['a'], '"a" is too much. See npm run restore:drill -- --help.'],
  ['restore-drill', ['--key', 'k'], '--key opens the backup of --from, and none is named.'],
  ['move-to-postgres', [], 'Set DATABASE_URL to the empty PostgreSQL database that the data moves to.'],
])('%s %j is refused with a sentence', async (name, given, sentence) => {
  const { status, stdout, stderr } = await runProgram(name, given, { DATA_DIR: '/nowhere' })
  expect([status, stdout]).toEqual([1, ''])
  if (typeof sentence === 'string') expect(stderr).toBe(`${sentence}\n`)
  else expect(stderr).toMatch(sentence)
})

test('what is in the way of a command is said in a sentence, and none of its own lines', async () => {
  const [directory, folder] = [await newFolder(), await newFolder()]
  await writeFile(join(directory, 'database'), '')
  const environment = { DATA_DIR: directory }
  const refused = async (name: string, given: string[], more = {}) => {
    const { status, stderr } = await run(name, given, { ...environment, ...more })
    expect([status, stderr.trim().split('\n').length]).toEqual([1, 1])
    return stderr
  }
  expect(await refused('backup', [join(folder, 'a')])).toMatch(/^The database in .* cannot be opened \(/)
  expect(await refused('restore-drill', [], { TMPDIR: join(directory, 'nowhere') })).toMatch(
    /^The drill found no room \(TMPDIR\): ENOENT/,
  )
})

test.each([
  [{ BACKUP_RECIPIENTS: 'age1abc, somebody' }, 'BACKUP_RECIPIENTS must list public keys of age'],
  [{ DATA_DIR: '/nowhere' }, 'There is no database in /nowhere. Set DATA_DIR.'],
  [
    { DATABASE_URL: 'postgresql://nobody:topsecret@127.0.0.1:9/none' },
    'The database of DATABASE_URL cannot be reached',
  ],
])('a backup with %j is refused with a sentence that holds no password', async (environment, sentence) => {
  const folder = await newFolder()
  const { status, stderr } = await runProgram('backup', [join(folder, 'a')], environment)
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)])
  expect(stderr).not.toContain('topsecret')
  expect(await readdir(folder)).toEqual([])
})
