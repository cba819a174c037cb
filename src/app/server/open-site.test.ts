import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { newDataDirectory } from '#tests/support/app/data-directory.ts'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { readConfig } from '../config/config.ts'
import { openSite } from './open-site.ts'

test('a failed start does not create the first administrator, because nobody would see the password', async () => {
  using data = await newDataDirectory()
  const { directory } = data
  const portHolder = createServer().listen(0, 'localhost')
  await once(portHolder, 'listening')
  const port = String((portHolder.address() as { port: number }).port)

  await expect(
    openSite(readConfig({ DATA_DIR: directory, PORT: port, LOG_LEVEL: 'silent' }), silentLog),
  ).rejects.toThrow()

  const database = await openDatabase({ directory })
  const { rows } = await database.pool.query('select email from account')
  await database.close()
  portHolder.close()
  expect(rows).toEqual([])
})
