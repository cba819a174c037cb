import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { readConfig } from './config.ts'
import { openSite } from './open-site.ts'

const log = { info() {}, warn() {}, error() {} }

test('a start that fails leaves no administrator whose password nobody was shown', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'futureworld-start-'))
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const port = String((taken.address() as { port: number }).port)

  await expect(openSite(readConfig({ DATA_DIR: directory, PORT: port, LOG_LEVEL: 'silent' }), log)).rejects.toThrow()

  const database = await openDatabase({ directory })
  const { rows } = await database.pool.query('select email from account')
  await database.close()
  taken.close()
  await rm(directory, { recursive: true })
  expect(rows).toEqual([])
})
