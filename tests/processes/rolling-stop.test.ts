import { afterAll, expect, test } from 'vitest'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { noteFigure } from '../support/note-figure.ts'
import { PatientVisitor, type Trouble } from '../support/patient-visitor.ts'
import { portsFor, startProcesses } from '../support/processes.ts'
import { isLongProof, proofSize } from '../support/proof-size.ts'
import { startBalancer } from '../support/start-balancer.ts'

/** SECURITY R14: one process after the other ends and begins again, as for a new version, while people read. */

const stops = proofSize('STOPS', 2)
const READERS = 20
const PAUSE_MS = 200

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('Two processes need a database server: npm run test:postgres')
const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
opened.defer(postgres.stop)
const ports = await portsFor(2)
const balancer = await startBalancer({ sites: ports })
opened.defer(balancer.stop)
const processes = await startProcesses(ports, {
  DATABASE_URL: postgres.url,
  PUBLIC_URL: balancer.url,
  TRUST_PROXY: '127.0.0.1',
})
opened.defer(processes.end)

test('processes end and begin one after the other, and nobody who reads notices', { timeout: 900_000 }, async () => {
  const troubles: Trouble[] = []
  let isOver = false
  let answers = 0
  const read = async (reader: number) => {
    const visitor = new PatientVisitor(balancer.url, reader, troubles)
    while (!isOver) {
      // The page is made anew each time, and asks the API itself for what it shows.
      for (const path of ['/api/packages', '/login']) await visitor.ask('GET', path)
      answers += 2
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await balancer.untilAllServe()
  const reading = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
  const ends: number[] = []
  for (let number = 0; number < stops; number += 1) {
    const { code, milliseconds } = await processes.stop(number)
    expect(code).toBe(0)
    ends.push(milliseconds)
    await processes.startAgain(number)
    await balancer.untilAllServe()
  }
  isOver = true
  await reading

  expect(troubles, balancer.failures()).toEqual([])
  expect(answers).toBeGreaterThan(stops * READERS)
  if (isLongProof) expect(Math.max(...ends)).toBeLessThan(10_000)
  const slowest = Math.round(Math.max(...ends))
  noteFigure(
    'R14',
    `SIGTERM ${stops} times: 0 of ${answers} requests failed, ended in ${slowest} ms at most`,
    '0; 10 s',
  )
})
