import { expect, test } from 'vitest'
import { startApp } from '../../../tests/support/start-app.ts'
import { handles, type Job, openJobs } from './jobs.ts'

test('an operator reads in the log which work failed, and why', async () => {
  await using app = await startApp()
  const { promise: logged, resolve } = Promise.withResolvers<unknown>()
  const job: Job<{ recipient: string }> = { name: 'test-deliver', retryDelay: 60, retryLimit: 1 }
  const jobs = await openJobs(app.database, [job], { info() {}, warn() {}, error: (line: unknown) => resolve(line) })
  await jobs.work([handles(job, async () => Promise.reject(new Error('the mail server refused us')))])

  await jobs.send(app.context.db, job, { recipient: 'ada' })

  expect(await logged).toMatchObject({ job: 'test-deliver', error: 'Error: the mail server refused us' })
  await jobs.stop()
})
