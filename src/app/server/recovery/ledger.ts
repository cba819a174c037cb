import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { listErasures } from '#features/accounts/server/public.ts'
import { readSeries } from '#features/purchases/server/public.ts'
import { replaceFile } from '#platform/server/backup/write-file.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Db } from '#platform/server/db/tables.ts'

/**
 * What must not be forgotten when a backup is restored, and is younger than the backup: who was erased, and which numbers
 * of papers were given out. It holds ids and numbers alone.
 */
export const Ledger = z.object({
  format: z.literal(1),
  erasures: z.array(z.object({ accountId: z.uuid(), erasedAt: z.coerce.date() })),
  series: z.record(z.string(), z.number().int().positive()),
})
export type Ledger = z.infer<typeof Ledger>

const nothing: Ledger = { format: 1, erasures: [], series: {} }

/**
 * Adds to a ledger what a database knows, where that is news, in a part of its own: two that write at once lose nothing.
 * What it knew stays: the database may be one from before.
 */
export async function keepLedger(db: Db, file: string, now: Date): Promise<Ledger> {
  const { parts, ledger: known } = await readParts(file)
  const ledger = mergeLedgers([known, await readLedgerOf(db)])
  if (parts.length > 0 && !hasNews(ledger, known)) return known
  await replaceFile(`${file}.${inName(now)}-${randomUUID().slice(0, 8)}`, `${JSON.stringify(ledger, null, 2)}\n`)
  const old = parts.filter((part) => part !== file && part < `${file}.${inName(new Date(now.getTime() - KEPT_MS))}`)
  // Only room is lost where one cannot be removed.
  for (const part of old) await rm(part, { force: true }).catch(() => {})
  return ledger
}

/** Another part has all of it: for so long, whoever copies the folder still finds what they have listed. */
const KEPT_MS = 24 * 3_600_000

const inName = (moment: Date) => moment.toISOString().replaceAll(/[:-]|\.\d+/g, '')

function hasNews({ erasures, series }: Ledger, known: Ledger): boolean {
  return (
    erasures.length > known.erasures.length ||
    Object.entries(series).some(([name, number]) => number > (known.series[name] ?? 0))
  )
}

/** What a database knows by itself. */
export async function readLedgerOf(db: Db): Promise<Ledger> {
  return { ...nothing, erasures: await listErasures(db), series: await readSeries(db) }
}

/** @throws CommandRefused where there is no ledger, or it is none */
export async function readLedger(file: string): Promise<Ledger> {
  const { parts, ledger } = await readParts(file)
  if (parts.length === 0) throw new CommandRefused(`The ledger ${file} cannot be read (ENOENT).`)
  return ledger
}

/** All that was written under this name, in whatever form. */
async function readParts(file: string): Promise<{ parts: string[]; ledger: Ledger }> {
  const parts = await listParts(file)
  const read = await Promise.all(parts.map(readPart))
  const ledgers = read.filter((ledger) => ledger !== undefined)
  // One that is gone is in another by now, which may be younger than the list.
  return ledgers.length < parts.length ? readParts(file) : { parts, ledger: mergeLedgers(ledgers) }
}

/** Of an older version, or one part that is named alone; and those beside it that begin with its name. */
async function listParts(file: string): Promise<string[]> {
  const beginning = `${basename(file)}.`
  const names = await readdir(dirname(file)).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw new CommandRefused(`The ledger ${file} cannot be read (${error.code}).`)
  })
  const parts = names.filter(
    (name) => name.startsWith(beginning) && /^\d{8}T\d{6}Z-[0-9a-f]{8}$/.test(name.slice(beginning.length)),
  )
  return [...(names.includes(basename(file)) ? [file] : []), ...parts.map((name) => join(dirname(file), name))]
}

async function readPart(file: string): Promise<Ledger | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CommandRefused(`The ledger ${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return undefined
  try {
    return Ledger.parse(JSON.parse(text))
  } catch {
    throw new CommandRefused(`The file ${file} is no ledger, or it is damaged.`)
  }
}

export function mergeLedgers(ledgers: Ledger[]): Ledger {
  const erasures = new Map(ledgers.flatMap((ledger) => ledger.erasures).map((erasure) => [erasure.accountId, erasure]))
  const series: Record<string, number> = {}
  for (const [name, number] of ledgers.flatMap((ledger) => Object.entries(ledger.series))) {
    series[name] = Math.max(series[name] ?? 0, number)
  }
  return { ...nothing, erasures: [...erasures.values()], series }
}
