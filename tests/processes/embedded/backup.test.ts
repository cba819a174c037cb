import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callProgram, runProgram } from '../../support/app/run-program.ts'
import { newFolder, newSiteDirectory } from '../../support/app/temporary.ts'
import { person, Shopper } from '../../support/site/shopper.ts'
import { startSite } from '../../support/site/start-site.ts'

/** R10 in docs/promises.md, with the embedded database and the operator's commands. */

test('a running site is backed up and restored into an empty directory', async () => {
  const [directory, backups, emptyDirectory] = [await newSiteDirectory(), await newFolder(), await newFolder()]
  const file = join(backups, 'monday')
  const environment = { DATA_DIR: directory }
  const before = await startSite({ directory })
  let url = before.url
  const ada = new Shopper(() => url)
  await ada.logIn()
  const bob = { ...person, email: 'bob@example.org' }
  {
    await using _site = before
    const backup = await runProgram(['backup', file], environment)
    expect([backup.status, backup.stderr]).toEqual([0, ''])
    expect(backup.stdout).toContain(`tables in ${file} (`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^ledger\.json\.\w+-\w+$/), 'monday'])
    expect((await callProgram(['backup', file], environment)).stderr).toBe(
      `${file} already exists. Choose another name.\n`,
    )
    expect((await ada.post('/api/auth/register', bob)).success).toBe(true)
    expect((await ada.get('/api/auth/me')).success).toBe(true)
  }

  const restored = await runProgram(['restore', file, '--ledger', join(backups, 'ledger.json')], {
    DATA_DIR: emptyDirectory,
  })
  expect(restored.status).toBe(0)
  expect(restored.stdout).toContain('by count, sum and checksum.\nPeople erased again: 0. Logins ended: 1.')

  await using after = await startSite({ directory: emptyDirectory })
  url = after.url
  expect(await ada.get('/api/auth/me')).toMatchObject({ success: false })
  const logIn = ({ email, password }: typeof person) => ada.post('/api/auth/login', { email, password })
  expect(await logIn(person)).toMatchObject({ success: true })
  expect(await logIn(bob)).toMatchObject({ success: false })
})
