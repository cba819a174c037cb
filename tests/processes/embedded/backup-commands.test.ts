import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBackup, packBackup } from '#app/backup/archive.ts'
import { writeNewFile } from '#app/backup/durable-file.ts'
import { insertAccount } from '#features/accounts/server/store.ts'
import { openDataKeys } from '#platform/server/data-keys.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { callProgram } from '../../support/app/run-program.ts'
import { newPerson } from '../../support/app/start-app.ts'
import { newFolder, newSiteDirectory } from '../../support/app/temporary.ts'
import { testDataKeys } from '../../support/app/test-data-keys.ts'

/** Operator commands, called within this process. backup.test.ts tests them as separate processes. */

async function addMember(directory: string, email: string) {
  const account = { ...newPerson({ email }), passwordHash: 'nobody logs in with this', role: 'member' as const }
  const database = await openDatabase({ directory })
  await insertAccount(database.db, { ...account, createdAt: new Date() }).finally(database.close)
}

async function listMembers(directory: string): Promise<string[]> {
  const database = await openDatabase({ directory })
  const { rows } = await database.pool.query('select email from account order by email').finally(database.close)
  return rows.map(({ email }) => email)
}

test('a data directory in use is replaced only if the command names a current backup of it', async () => {
  const [backups, directory] = [await newFolder(), await newSiteDirectory()]
  const environment = { DATA_DIR: directory }
  const [monday, tuesday] = [join(backups, 'monday'), join(backups, 'tuesday')]
  await addMember(directory, 'ada@example.org')
  expect((await callProgram(['backup', monday], environment)).status).toBe(0)
  await addMember(directory, 'bob@example.org')

  const site = await openDatabase({ directory })
  const whileRunning = await callProgram(['restore', monday, '--without-ledger', '--replace', monday], environment)
  expect(whileRunning.stderr).toContain('is in use by another process of this site.')
  await site.close()
  const refused = await callProgram(['restore', monday, '--without-ledger'], environment)
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/^The database isn’t empty\. Restore/)])
  const stale = await callProgram(['restore', monday, '--without-ledger', '--replace', monday], environment)
  expect(stale.stderr).toMatch(/^The database doesn’t match its backup .*monday/)

  expect((await callProgram(['backup', tuesday], environment)).status).toBe(0)
  const replaced = await callProgram(['restore', monday, '--without-ledger', '--replace', tuesday], environment)
  expect(replaced.status).toBe(0)
  const replacedFolders = (await readdir(directory)).filter((name) => name.startsWith('database-replaced-'))
  expect(replacedFolders).toHaveLength(1)
  expect(replaced.stdout).toContain(`The previous data is in ${join(directory, replacedFolders[0] ?? '')}.`)
  expect(await listMembers(directory)).toEqual(['ada@example.org'])
})

test('backups are encrypted with the configured keys, and a drill proves that they can be restored', async () => {
  const [backups, directory] = [await newFolder(), await newSiteDirectory()]
  const key = join(backups, 'backup.key')
  const result = await callProgram(['backup', '--new-key', key])
  const recipient = result.stdout.trim().split('\n').at(-1) ?? ''
  expect([result.status, (await stat(key)).mode & 0o777]).toEqual([0, 0o600])
  const environment = { DATA_DIR: directory, BACKUP_RECIPIENTS: recipient }
  await addMember(directory, 'ada@example.org')
  const warning = 'Anyone who gets this file can read everything in it'
  const open = await callProgram(['backup', join(backups, 'open')], { DATA_DIR: directory })
  expect(open.stdout).toContain(warning)
  const sealed = await callProgram(['backup', backups], environment)
  expect(sealed.stdout).toContain(' MB, encrypted).')
  expect(sealed.stdout).not.toContain(warning)
  const name = (await readdir(backups)).find((name) => name.endsWith('.tar.age')) ?? ''
  expect(name).toMatch(/^futureworld-\d{8}T\d{6}Z\.tar\.age$/)
  expect((await readFile(join(backups, name))).toString('latin1', 0, 21)).toBe('age-encryption.org/v1')

  const emptyDirectory = { DATA_DIR: await newFolder() }
  const withoutKey = await callProgram(['restore', join(backups, name), '--without-ledger'], emptyDirectory)
  expect(withoutKey.stderr).toMatch(/is encrypted\. Name the file with its key: --key <file>\.\n$/)
  for (const drill of [[], ['--from', join(backups, name), '--key', key]]) {
    const { status, stdout } = await callProgram(['restore', 'drill', ...drill], environment)
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^account +1 +same$/m)])
    expect(stdout).toMatch(
      /\nEvery table in the backup taken at .* is the same after the restore, which took [\d.]+ seconds\.\n$/,
    )
  }
  const repeated = await callProgram(['backup', join(backups, 'again'), '--json'], environment)
  const file = join(backups, 'again')
  expect(JSON.parse(repeated.stdout)).toMatchObject({ file, isEncrypted: true, missing: 0, erasures: 0 })
  const drill = await callProgram(['restore', 'drill', '--from', file, '--key', key, '--json'], environment)
  expect(JSON.parse(drill.stdout)).toMatchObject({
    takenAt: expect.stringMatching(/Z$/),
    tables: expect.arrayContaining([expect.objectContaining({ table: expect.stringMatching(/account$/), rows: 1 })]),
    differences: [],
  })
})

test('drill and restore refuse a forged backup without writing anything', async () => {
  const [backups, directory] = [await newFolder(), await newSiteDirectory()]
  const [file, forged] = [join(backups, 'backup'), join(backups, 'forged')]
  await callProgram(['backup', file], { DATA_DIR: directory })
  const { manifest, dump } = await openBackup(file, { trust: testDataKeys })
  await writeNewFile(forged, packBackup(openDataKeys([Buffer.alloc(32, 9)]), manifest, dump))

  const emptyDirectory = { DATA_DIR: await newFolder() }
  for (const refused of [
    await callProgram(['restore', 'drill', '--from', forged], emptyDirectory),
    await callProgram(['restore', forged, '--without-ledger'], emptyDirectory),
  ])
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining(' is signed with a key (')])
  expect(await readdir(emptyDirectory.DATA_DIR)).toEqual([])
  expect((await callProgram(['restore', forged, '--without-ledger', '--unsigned'], emptyDirectory)).status).toBe(0)
})

test('a backup from an early version is refused before anything is written', async () => {
  const [backups, directory] = [await newFolder(), await newSiteDirectory()]
  const file = join(backups, 'backup')
  await callProgram(['backup', file], { DATA_DIR: directory })
  const withOtherChecksum = (migration: object) => ({ ...migration, checksum: 'another' }) as never
  const byNameAlone = ({ name }: { name: string }) => name as never

  for (const alter of [withOtherChecksum, byNameAlone]) {
    const { manifest, dump } = await openBackup(file, { trust: testDataKeys })
    const [early, DATA_DIR] = [join(await newFolder(), 'early'), await newFolder()]
    const migrations = manifest.migrations.map(alter)
    await writeNewFile(early, packBackup(testDataKeys, { ...manifest, migrations }, dump))
    const refused = await callProgram(['restore', early, '--without-ledger'], { DATA_DIR })
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^The backup was made by an early version/),
    ])
    expect(await readdir(DATA_DIR)).toEqual([])
  }
})

test('a backup is not restored without its data key, and no new key is created', async () => {
  const [backups, directory, emptyDirectory] = [await newFolder(), await newSiteDirectory(), await newFolder()]
  const ownKey = { DATA_KEYS: '' }
  const file = join(backups, 'backup')
  await callProgram(['backup', file], { ...ownKey, DATA_DIR: directory })

  const refused = await callProgram(['restore', file, '--without-ledger'], { ...ownKey, DATA_DIR: emptyDirectory })
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('copy data.key')])
  expect(await readdir(emptyDirectory)).toEqual([])
  await copyFile(join(directory, 'data.key'), join(emptyDirectory, 'data.key'))
  expect(
    (await callProgram(['restore', file, '--without-ledger'], { ...ownKey, DATA_DIR: emptyDirectory })).status,
  ).toBe(0)
})

test('a command that cannot run prints a single-line message', async () => {
  const [directory, folder] = [await newFolder(), await newFolder()]
  await writeFile(join(directory, 'database'), '')
  const environment = { DATA_DIR: directory }
  const result = await callProgram(['backup', join(folder, 'a')], environment)
  expect([result.status, result.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database in .* can’t be opened \(.*\n$/),
  ])
  vi.stubEnv('TMPDIR', join(directory, 'nowhere'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const drill = await callProgram(['restore', 'drill'], environment)
  expect([drill.status, drill.stderr]).toEqual([
    1,
    expect.stringMatching(/^The drill found no room \(TMPDIR\): ENOENT.*\n$/),
  ])
})

test.each([
  [{ BACKUP_RECIPIENTS: 'age1abc, somebody' }, 'BACKUP_RECIPIENTS must list age public keys'],
  [{ DATA_DIR: '/nowhere' }, 'There’s no database in /nowhere. Set DATA_DIR to the directory that holds it.'],
  [{ DATABASE_URL: 'postgresql://nobody:topsecret@127.0.0.1:9/none' }, 'Can’t reach the database in DATABASE_URL'],
])('a backup with %j is refused with a message that contains no password', async (environment, sentence) => {
  const folder = await newFolder()
  const { status, stderr } = await callProgram(['backup', join(folder, 'a')], environment)
  expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)])
  expect(stderr).not.toContain('topsecret')
  expect(await readdir(folder)).toEqual([])
})
