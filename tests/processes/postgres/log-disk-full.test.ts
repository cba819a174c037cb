import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDatabase } from '../../support/app/server-database.ts'
import { until } from '../../support/app/until.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest } from '../../support/proof/stress-test-size.ts'
import { callSite } from '../../support/site/call-site.ts'
import { mountSmallDisk } from '../../support/site/small-disk.ts'
import { startSite } from '../../support/site/start-site.ts'

/** R7 in docs/promises.md: the disk for the site's log and files is full, but the database's disk is not. */

const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const disk = mountSmallDisk(8)
resources.defer(disk.unmount)
const logFile = join(disk.folder, 'site.log')
const { url, drop } = await makeDatabase()
resources.defer(drop)
const site = await startSite({
  logFile,
  directory: join(disk.folder, 'data'),
  environment: { DATABASE_URL: url, TRUST_PROXY: 'loopback', LOG_LEVEL: 'info' },
})
resources.use(site)

let requestCount = 0

/** Sends from a different client address each time, because of the rate limits. */
async function send(path: string, body: object) {
  requestCount += 1
  const headers = { 'x-forwarded-for': `198.18.${requestCount >> 8}.${requestCount & 255}` }
  return (await callSite(site.url, path, { body, headers })).status
}

const sendContactForm = () =>
  send('/api/contact', { name: 'Ada', email: `${requestCount}@example.org`, message: 'Do you work on Saturdays?' })

/** Tries a wrong password, because a failed login writes a log line. */
const failToLogIn = () => send('/api/auth/login', { email: `${requestCount}@example.org`, password: 'not this one' })

const readLog = () => readFileSync(logFile, 'utf8')

test('if the disk for the log and files is full, no request is blocked, and both resume once there is space', async () => {
  expect(await sendContactForm()).toBe(200)
  await until(async () => (await site.mails()).length > 0)
  const before = (await site.mails()).length

  disk.fill()
  const statuses: number[] = []
  for (let time = 0; time < (isStressTest ? 50 : 10); time += 1)
    statuses.push(await sendContactForm(), await failToLogIn())
  expect(new Set(statuses)).toEqual(new Set([200, 400]))
  expect((await fetch(site.url)).status).toBe(200)

  const length = readLog().length
  const freedAt = performance.now()
  disk.makeRoom()
  const readProgress = async () => {
    const statuses = [await sendContactForm(), await failToLogIn()]
    return { statuses, logs: readLog().length > length, writes: (await site.mails()).length > before }
  }
  await expect.poll(readProgress, { interval: 500 }).toEqual({ statuses: [200, 400], logs: true, writes: true })
  const recoverySeconds = Math.round((performance.now() - freedAt) / 1_000)
  recordMeasurement(
    'R7',
    `disk of log and files full: ${statuses.length} of ${statuses.length} answered; logging and emails resumed ${recoverySeconds} s after space was freed`,
    'no repair',
  )
})
