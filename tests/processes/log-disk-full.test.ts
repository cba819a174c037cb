import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { noteFigure } from '../support/note-figure.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { startSite } from '../support/start-site.ts'

/** SECURITY R7: the disk of the site's own log and files is full, that of its database is not. */

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('A site without files of its own needs a server: npm run test:postgres')
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const disk = mountSmallDisk(8)
opened.defer(disk.unmount)
const logFile = join(disk.folder, 'site.log')
const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
opened.defer(postgres.stop)
const site = await startSite({
  logFile,
  directory: join(disk.folder, 'data'),
  environment: { DATABASE_URL: postgres.url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' },
})
opened.use(site)

let asked = 0

/** From an address of their own each: the limits are on. */
async function send(path: string, body: object) {
  asked += 1
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${asked >> 8}.${asked & 255}` }
  return (await fetch(site.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

const writeToUs = () =>
  send('/api/contact', { name: 'Ada', email: `${asked}@example.org`, message: 'Do you work on Saturdays?' })

/** What the log tells of. */
const failToLogIn = () => send('/api/auth/login', { email: `${asked}@example.org`, password: 'not this one' })

const logged = () => readFileSync(logFile, 'utf8')

test('a full disk below the log and the files keeps nobody waiting, and nothing has to be mended once there is room', {
  timeout: 120_000,
}, async () => {
  expect(await writeToUs()).toBe(200)
  await vi.waitUntil(async () => (await site.mails()).length > 0, { timeout: 30_000, interval: 100 })
  const before = (await site.mails()).length

  disk.fill()
  const statuses: number[] = []
  for (let time = 0; time < 50; time += 1) statuses.push(await writeToUs(), await failToLogIn())
  expect(new Set(statuses)).toEqual(new Set([200, 400]))
  expect((await fetch(site.url)).status).toBe(200)

  const length = logged().length
  const roomAt = performance.now()
  disk.makeRoom()
  const goesOn = async () => {
    const statuses = [await writeToUs(), await failToLogIn()]
    return { statuses, logs: logged().length > length, writes: (await site.mails()).length > before }
  }
  await vi.waitFor(async () => expect(await goesOn()).toEqual({ statuses: [200, 400], logs: true, writes: true }), {
    timeout: 90_000,
    interval: 500,
  })
  const again = Math.round((performance.now() - roomAt) / 1_000)
  noteFigure(
    'R7',
    `disk of log and files full: ${statuses.length} of ${statuses.length} answered; log and letters go on ${again} s after there is room`,
    'no repair',
  )
})
