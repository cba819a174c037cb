import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { listErasures } from '#features/accounts/server/public.ts'
import { readNumberSequences } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { replaceFile } from './durable-file.ts'

/** Erased accounts and issued document numbers, which a restore of an older backup must not lose. It holds no names. */
export const Ledger = z.object({
  format: z.literal(1),
  erasures: z.array(z.object({ accountId: z.uuid(), erasedAt: z.coerce.date() })),
  numberSequences: z.record(z.string(), z.number().int().positive()),
})
export type Ledger = z.infer<typeof Ledger>

const emptyLedger: Ledger = { format: 1, erasures: [], numberSequences: {} }

/**
 * Writes new entries from the database to a separate part file, so that two concurrent writers lose nothing. Existing
 * entries are kept, because the database may be older than the ledger.
 */
export async function updateLedger(db: Db, file: string, now: Date): Promise<Ledger> {
  const { parts, ledger: previous } = await readParts(file)
  const ledger = mergeLedgers([previous, await readDatabaseLedger(db)])
  if (parts.length > 0 && !hasNewEntries(ledger, previous)) return previous
  await replaceFile(`${file}.${fileTimestamp(now)}-${randomUUID().slice(0, 8)}`, `${JSON.stringify(ledger, null, 2)}\n`)
  const oldParts = parts.filter(
    (part) => part !== file && part < `${file}.${fileTimestamp(new Date(now.getTime() - RETENTION_MS))}`,
  )
  // A part that cannot be deleted only wastes space.
  for (const part of oldParts) await rm(part, { force: true }).catch(() => {})
  return ledger
}

/** Old parts are redundant, but a program that copies the folder may still be reading files it has listed. */
const RETENTION_MS = DAY_MS

const fileTimestamp = (moment: Date) => moment.toISOString().replaceAll(/[:-]|\.\d+/g, '')

function hasNewEntries({ erasures, numberSequences }: Ledger, previous: Ledger): boolean {
  return (
    erasures.length > previous.erasures.length ||
    Object.entries(numberSequences).some(([name, number]) => number > (previous.numberSequences[name] ?? 0))
  )
}

export async function readDatabaseLedger(db: Db): Promise<Ledger> {
  return { ...emptyLedger, erasures: await listErasures(db), numberSequences: await readNumberSequences(db) }
}

/** @throws CommandRefused if the ledger is missing or damaged */
export async function readLedger(file: string): Promise<Ledger> {
  const { parts, ledger } = await readParts(file)
  if (parts.length === 0) throw new CommandRefused(`The ledger ${file} can’t be read (ENOENT).`)
  return ledger
}

/** Reads every part with this name, in the old and the new format. */
async function readParts(file: string): Promise<{ parts: string[]; ledger: Ledger }> {
  const files = await listParts(file)
  const results = await Promise.all(files.map(readPart))
  const ledgers = results.filter((ledger) => ledger !== undefined)
  // A concurrent writer removed a listed part after merging it into a newer one, so list again.
  return ledgers.length < files.length ? readParts(file) : { parts: files, ledger: mergeLedgers(ledgers) }
}

/** Lists all parts with this prefix, and the file with exactly this name, which is a part or from an older version. */
async function listParts(file: string): Promise<string[]> {
  const prefix = `${basename(file)}.`
  const names = await readdir(dirname(file)).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw new CommandRefused(`The ledger ${file} can’t be read (${error.code}).`)
  })
  const parts = names.filter(
    (name) => name.startsWith(prefix) && /^\d{8}T\d{6}Z-[0-9a-f]{8}$/.test(name.slice(prefix.length)),
  )
  return [...(names.includes(basename(file)) ? [file] : []), ...parts.map((name) => join(dirname(file), name))]
}

async function readPart(file: string): Promise<Ledger | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new CommandRefused(`The ledger ${file} can’t be read (${error.code}).`)
  })
  if (text === undefined) return undefined
  try {
    return Ledger.parse(JSON.parse(text))
  } catch {
    throw new CommandRefused(`The file ${file} isn’t a ledger, or it’s damaged.`)
  }
}

export function mergeLedgers(ledgers: Ledger[]): Ledger {
  const erasures = new Map(ledgers.flatMap((ledger) => ledger.erasures).map((erasure) => [erasure.accountId, erasure]))
  const numberSequences: Record<string, number> = {}
  for (const [name, number] of ledgers.flatMap((ledger) => Object.entries(ledger.numberSequences))) {
    numberSequences[name] = Math.max(numberSequences[name] ?? 0, number)
  }
  return { ...emptyLedger, erasures: [...erasures.values()], numberSequences }
}
