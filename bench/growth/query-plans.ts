import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { requests, startMeasuredSite, timeRequest } from './measure-requests.ts'
import type { FilledDatabase } from './write-report.ts'

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

/** Every periodic job and poll runs at least once in this time, so their statements can be recognised and ignored. */
const WATCH_SECONDS = 65

/** A full scan of a table with at most this many rows is acceptable. */
const SMALL_TABLE = 1_000

/** Sends each request once more after the measurement. @returns the indexes and tables that each request reads */
export async function readQueryPlans(
  plans: Plans,
  filledDatabase: FilledDatabase | undefined,
): Promise<Map<string, string[]>> {
  const relations = new Map<string, string[]>()
  if (!filledDatabase) return relations
  const { pool, close } = await openDatabase({ url: filledDatabase.url })
  const database = new URL(filledDatabase.url).pathname.slice(1)
  await pool.query(`alter database ${database} set auto_explain.log_min_duration = 0`)
  const largeRelations = new Set((await pool.query<{ name: string }>(largeRelationsQuery)).rows.map(({ name }) => name))
  const measured = await startMeasuredSite(filledDatabase)
  const marker = await openDatabase({ url: filledDatabase.url })
  const collectPlans = async (work: () => Promise<unknown>) => {
    const start = await writeMarker(plans, marker.pool)
    await work()
    return splitLog(plans.read().slice(start, await writeMarker(plans, marker.pool)))
  }
  try {
    const backgroundStatements = new Set((await collectPlans(() => wait(WATCH_SECONDS * 1_000))).map(toStatement))
    for (const name of Object.keys(requests)) {
      const requestPlans = await collectPlans(() => timeRequest(measured, name as keyof typeof requests))
      const foreground = requestPlans.filter(
        (plan) => !backgroundStatements.has(toStatement(plan)) && !plan.includes('pgboss'),
      )
      relations.set(name, listScannedRelations(foreground, largeRelations))
    }
  } finally {
    await measured.site.stop()
    await marker.close()
    await close()
  }
  return relations
}

const largeRelationsQuery = `
  select relname as name from pg_class where relkind = 'r' and reltuples > ${SMALL_TABLE}
  union all
  select indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid and reltuples > ${SMALL_TABLE}`

/** Waits for a mark in the log, because PostgreSQL writes its log with a delay. @returns the position of the mark */
async function writeMarker(plans: Plans, pool: pg.Pool): Promise<number> {
  const markerName = `mark_${randomUUID().replaceAll('-', '')}`
  await pool.query(`select 1 as ${markerName}`)
  while (!plans.read().includes(markerName)) await wait(20)
  return plans.read().lastIndexOf(markerName)
}

function splitLog(log: string): string[] {
  return log.split('LOG:  duration: ').slice(1)
}

/** The statement without its plan. */
function toStatement(plan: string): string {
  return plan.slice(plan.indexOf('Query Text:'), plan.search(/\n\t[A-Z][\w ]+.*\(cost=/))
}

const scanPattern =
  /(?:Index (?:Only )?Scan(?: Backward)? using (?<index>\S+) on|Bitmap Index Scan on (?<bitmap>\S+)|Seq Scan on (?<whole>\S+)|Sample Scan on (?<sample>\S+))[^\n]*\(actual/g

/** Indexes by name; tables that were read as a whole or sampled are marked as such. */
function listScannedRelations(plans: string[], largeRelations: Set<string>): string[] {
  const scans = plans.flatMap((plan) => [...plan.matchAll(scanPattern)].map(({ groups = {} }) => groups))
  const scannedRelations = scans.flatMap(({ index, bitmap, whole: sequential, sample }) => {
    const name = [index, bitmap, sequential, sample].find(Boolean) ?? ''
    if (!largeRelations.has(name)) return []
    return sequential ? `${name} AS A WHOLE` : sample ? `a sample of ${name}` : name
  })
  return [...new Set(scannedRelations)].sort()
}
