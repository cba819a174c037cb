import { readFile } from 'node:fs/promises'
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

/** Brings a ledger file up to date. What it knew stays: the database may be one from before. */
export async function keepLedger(db: Db, file: string): Promise<Ledger> {
  const known = await readLedger(file, { mayBeMissing: true })
  const ledger = mergeLedgers([known, await readLedgerOf(db)])
  await replaceFile(file, `${JSON.stringify(ledger, null, 2)}\n`)
  return ledger
}

/** What a database knows by itself. */
export async function readLedgerOf(db: Db): Promise<Ledger> {
  return { ...nothing, erasures: await listErasures(db), series: await readSeries(db) }
}

/** @throws CommandRefused where it is no ledger */
export async function readLedger(file: string, { mayBeMissing = false } = {}): Promise<Ledger> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (mayBeMissing && error.code === 'ENOENT') return undefined
    throw new CommandRefused(`The ledger ${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return nothing
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
