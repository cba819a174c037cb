import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { ask, open, questions } from './measure-requests.ts'
import type { Filled } from './write-report.ts'

type Plans = ReturnType<typeof makePlansFolder>

/** PostgreSQL writes query plans into this folder once `auto_explain.log_min_duration` is 0. */
export function makePlansFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-plans-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o777)
  return {
    settings: {
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_nested_statements': 'on',
      logging_collector: 'on',
      log_directory: folder,
      log_filename: 'plans.log',
      log_file_mode: '0644',
      log_min_messages: 'log',
      log_connections: 'off',
      log_checkpoints: 'off',
    },
    read: () => readFileSync(join(folder, 'plans.log'), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Every periodic job and poll runs within this time, so their statements can be recognised and ignored. */
const WATCH_SECONDS = 65

/** Reading a table of at most this many rows as a whole is fine. */
const SMALL_TABLE = 1_000

/** @returns the indexes and tables that each question reads; it is asked again after the measurement */
export async function readQueryPlans(plans: Plans, filled: Filled | undefined): Promise<Map<string, string[]>> {
  const nodes = new Map<string, string[]>()
  if (!filled) return nodes
  const { pool, close } = await openDatabase({ url: filled.url })
  const database = new URL(filled.url).pathname.slice(1)
  await pool.query(`alter database ${database} set auto_explain.log_min_duration = 0`)
  const large = new Set((await pool.query<{ name: string }>(largeOnes)).rows.map(({ name }) => name))
  const asked = await open(filled)
  const marker = await openDatabase({ url: filled.url })
  const plansOf = async (work: () => Promise<unknown>) => {
    const before = await reachEnd(plans, marker.pool)
    await work()
    return splitLog(plans.read().slice(before, await reachEnd(plans, marker.pool)))
  }
  try {
    const own = new Set((await plansOf(() => wait(WATCH_SECONDS * 1_000))).map(textOf))
    for (const name of Object.keys(questions)) {
      const found = await plansOf(() => ask(asked, name as keyof typeof questions))
      const ofQuestion = found.filter((plan) => !own.has(textOf(plan)) && !plan.includes('pgboss'))
      nodes.set(name, nodesIn(ofQuestion, large))
    }
  } finally {
    await asked.site.stop()
    await marker.close()
    await close()
  }
  return nodes
}

const largeOnes = `
  select relname as name from pg_class where relkind = 'r' and reltuples > ${SMALL_TABLE}
  union all
  select indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid and reltuples > ${SMALL_TABLE}`

/** Waits for a mark in the log, because PostgreSQL writes its log with a delay. @returns the position of the mark */
async function reachEnd(plans: Plans, pool: pg.Pool): Promise<number> {
  const mark = `mark_${randomUUID().replaceAll('-', '')}`
  await pool.query(`select 1 as ${mark}`)
  while (!plans.read().includes(mark)) await wait(20)
  return plans.read().lastIndexOf(mark)
}

function splitLog(log: string): string[] {
  return log.split('LOG:  duration: ').slice(1)
}

/** The statement without its plan. */
function textOf(plan: string): string {
  return plan.slice(plan.indexOf('Query Text:'), plan.search(/\n\t[A-Z][\w ]+.*\(cost=/))
}

const reading =
  /(?:Index (?:Only )?Scan(?: Backward)? using (?<index>\S+) on|Bitmap Index Scan on (?<bitmap>\S+)|Seq Scan on (?<whole>\S+)|Sample Scan on (?<sample>\S+))[^\n]*\(actual/g

/** Indexes by name; tables that were read as a whole or sampled are marked as such. */
function nodesIn(plans: string[], large: Set<string>): string[] {
  const read = plans.flatMap((plan) => [...plan.matchAll(reading)].map(({ groups = {} }) => groups))
  const found = read.flatMap(({ index, bitmap, whole, sample }) => {
    const name = [index, bitmap, whole, sample].find(Boolean) ?? ''
    if (!large.has(name)) return []
    return whole ? `${name} AS A WHOLE` : sample ? `a sample of ${name}` : name
  })
  return [...new Set(found)].sort()
}
