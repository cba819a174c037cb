import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { openLog } from '../log.ts'
import { createJobHandler, openJobs, type Queue } from './jobs.ts'

const countSteps: Queue<{ step: number }> = { name: 'count-steps', retryDelay: 1, retryLimit: 2 }

test('a job runs only if the transaction that queued it commits', async () => {
  await using app = await startApp()
  const runner = await openJobs(app.database, [countSteps], silentLog)
  const completedSteps: number[] = []
  const handlers = [createJobHandler(countSteps, async ({ step }) => void completedSteps.push(step))]

  const rolledBack = app.context.db.transaction().execute(async (tx) => {
    await runner.send(tx, countSteps, { step: 1 })
    throw new Error('undone')
  })
  await expect(rolledBack).rejects.toThrow('undone')
  await app.context.db.transaction().execute((tx) => runner.send(tx, countSteps, { step: 2 }))
  await runner.drain(handlers)

  expect(completedSteps).toEqual([2])
  await runner.stop()
})

test('a failing job is retried up to its limit and does not delay other jobs', async () => {
  await using app = await startApp()
  const runner = await openJobs(app.database, [countSteps], silentLog)
  const attemptedSteps: number[] = []
  const handlers = [
    createJobHandler(countSteps, async ({ step }) => {
      attemptedSteps.push(step)
      if (step === 1) throw new Error('never works')
    }),
  ]
  await runner.send(app.context.db, countSteps, { step: 1 })
  await runner.send(app.context.db, countSteps, { step: 2 })

  for (let round = 0; round < 5; round += 1) {
    await runner.drain(handlers)
    await app.rows("update pgboss.job set start_after = now() where name = 'count-steps'")
  }

  expect(attemptedSteps.toSorted()).toEqual([1, 1, 1, 2])
  await runner.stop()
})

test('reopening a queue keeps its jobs', async () => {
  await using app = await startApp()
  const firstRunner = await openJobs(app.database, [countSteps], silentLog)
  await firstRunner.send(app.context.db, countSteps, { step: 7 })
  await firstRunner.stop()

  const secondRunner = await openJobs(app.database, [countSteps], silentLog)
  const completedSteps: number[] = []
  await secondRunner.drain([createJobHandler(countSteps, async ({ step }) => void completedSteps.push(step))])

  expect(completedSteps).toEqual([7])
  await secondRunner.stop()
})

test("a new version updates an existing queue's settings", async () => {
  await using app = await startApp()
  for (const retryLimit of [2, 3, 3]) {
    const runner = await openJobs(app.database, [{ ...countSteps, retryLimit }], silentLog)
    expect(await app.rows("select retry_limit from pgboss.queue where name = 'count-steps'")).toEqual([
      { retry_limit: retryLimit },
    ])
    await runner.stop()
  }
})

test('a failed job is logged with its name and its error', async () => {
  await using app = await startApp()
  const { promise: logged, resolve } = Promise.withResolvers<unknown>()
  const job: Queue<{ recipient: string }> = { name: 'test-deliver', retryDelay: 60, retryLimit: 1 }
  const jobs = await openJobs(app.database, [job], { ...silentLog, error: resolve })
  await jobs.work([createJobHandler(job, async () => Promise.reject(new Error('the mail server refused us')))])

  await jobs.send(app.context.db, job, { recipient: 'ada' })

  expect(await logged).toMatchObject({ job: 'test-deliver', error: 'Error: the mail server refused us' })
  await jobs.stop()
})

test('a backlog is processed five jobs at a time, and one failure does not affect the other jobs', async () => {
  await using app = await startApp()
  const runner = await openJobs(app.database, [countSteps], silentLog)
  for (let step = 1; step <= 30; step += 1) await runner.send(app.context.db, countSteps, { step })
  const { promise: finished, resolve } = Promise.withResolvers<void>()
  const completedSteps: number[] = []
  let running = 0
  let maxRunning = 0

  await runner.work([
    createJobHandler(countSteps, async ({ step }) => {
      maxRunning = Math.max(maxRunning, ++running)
      await setImmediate()
      running -= 1
      if (step === 3) throw new Error('never works')
      if (completedSteps.push(step) === 29) resolve()
    }),
  ])
  await finished
  await runner.stop()
  expect(maxRunning).toBe(5)

  const waiting = await app.rows(
    "select data->>'step' as step from pgboss.job where name = 'count-steps' and state = 'retry'",
  )
  expect([waiting.map(({ step }) => step), new Set(completedSteps).size]).toEqual([['3'], 29])
})

test('log lines written during a job name it, and other lines do not', async () => {
  await using app = await startApp()
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const runner = await openJobs(app.database, [countSteps], log)
  const outcomes: string[] = []
  const handlers = [
    createJobHandler(countSteps, async ({ step }) => {
      await Promise.resolve()
      log.info(`step ${step}`)
      if (step === 2) throw new Error('cannot be done')
    }),
  ]
  const ids = [
    await runner.send(app.context.db, countSteps, { step: 1 }),
    await runner.send(app.context.db, countSteps, { step: 2 }),
  ]

  await runner.work(handlers, (queue, outcome) => void outcomes.push(`${queue} ${outcome}`))
  log.info('beside')
  await expect.poll(() => outcomes.sort()).toEqual(['count-steps completed', 'count-steps failed'])
  await runner.stop()

  const loggedJobs = lines.map((line) => JSON.parse(line)).map(({ msg, job, jobId }) => [msg, job, jobId])
  expect(loggedJobs).toHaveLength(4)
  expect(loggedJobs).toEqual(
    expect.arrayContaining([
      ['beside', undefined, undefined],
      ['step 1', 'count-steps', ids[0]],
      ['step 2', 'count-steps', ids[1]],
      ['a job failed', 'count-steps', ids[1]],
    ]),
  )
})
