import { expect, test } from 'vitest'
import { startApp } from '../../../tests/support/start-app.ts'
import { handles, type Job, openJobs } from './jobs.ts'
import { openLog } from './log.ts'

const silent = { info() {}, warn() {}, error() {} }
const count: Job<{ step: number }> = { name: 'count-steps', retryDelay: 1, retryLimit: 2 }

test('work belongs to the transaction of its fact: done if it stands, never begun if it is undone', async () => {
  await using app = await startApp()
  const runner = await openJobs(app.database, [count], silent)
  const done: number[] = []
  const handlers = [handles(count, async ({ step }) => void done.push(step))]

  const undone = app.context.db.transaction().execute(async (tx) => {
    await runner.send(tx, count, { step: 1 })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await app.context.db.transaction().execute((tx) => runner.send(tx, count, { step: 2 }))
  await runner.drain(handlers)

  expect(done).toEqual([2])
  await runner.stop()
})

test('work that fails is tried again as often as it may, and keeps nothing else waiting', async () => {
  await using app = await startApp()
  const runner = await openJobs(app.database, [count], silent)
  const done: number[] = []
  const handlers = [
    handles(count, async ({ step }) => {
      done.push(step)
      if (step === 1) throw new Error('never works')
    }),
  ]
  await runner.send(app.context.db, count, { step: 1 })
  await runner.send(app.context.db, count, { step: 2 })

  for (let round = 0; round < 5; round += 1) {
    await runner.drain(handlers)
    await app.rows("update pgboss.job set start_after = now() where name = 'count-steps'")
  }

  expect(done.toSorted()).toEqual([1, 1, 1, 2])
  await runner.stop()
})

test('queues that are opened again keep their work', async () => {
  await using app = await startApp()
  const before = await openJobs(app.database, [count], silent)
  await before.send(app.context.db, count, { step: 7 })
  await before.stop()

  const after = await openJobs(app.database, [count], silent)
  const done: number[] = []
  await after.drain([handles(count, async ({ step }) => void done.push(step))])

  expect(done).toEqual([7])
  await after.stop()
})

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

// One a second would take longer than this test may.
test('a backlog is worked off at once, and one piece that fails keeps the others done', {
  timeout: 20_000,
}, async () => {
  await using app = await startApp()
  const runner = await openJobs(app.database, [count], silent)
  for (let step = 1; step <= 30; step += 1) await runner.send(app.context.db, count, { step })
  const { promise: allDone, resolve } = Promise.withResolvers<void>()
  const done: number[] = []

  await runner.work([
    handles(count, async ({ step }) => {
      if (step === 3) throw new Error('never works')
      if (done.push(step) === 29) resolve()
    }),
  ])
  await allDone
  await runner.stop()

  const left = await app.rows(
    "select data->>'step' as step from pgboss.job where name = 'count-steps' and state = 'retry'",
  )
  expect([left.map(({ step }) => step), new Set(done).size]).toEqual([['3'], 29])
})

test('whatever is logged during a piece of work names it, and what is logged beside it does not', async () => {
  await using app = await startApp()
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const runner = await openJobs(app.database, [count], log)
  const outcomes: string[] = []
  const handlers = [
    handles(count, async ({ step }) => {
      await Promise.resolve()
      log.info(`step ${step}`)
      if (step === 2) throw new Error('cannot be done')
    }),
  ]
  const ids = [
    await runner.send(app.context.db, count, { step: 1 }),
    await runner.send(app.context.db, count, { step: 2 }),
  ]

  await runner.work(handlers, (queue, outcome) => void outcomes.push(`${queue} ${outcome}`))
  log.info('beside')
  await expect.poll(() => outcomes.sort()).toEqual(['count-steps completed', 'count-steps failed'])
  await runner.stop()

  const told = lines.map((line) => JSON.parse(line)).map(({ msg, job, jobId }) => [msg, job, jobId])
  expect(told).toHaveLength(4)
  expect(told).toEqual(
    expect.arrayContaining([
      ['beside', undefined, undefined],
      ['step 1', 'count-steps', ids[0]],
      ['step 2', 'count-steps', ids[1]],
      ['a job failed', 'count-steps', ids[1]],
    ]),
  )
})
