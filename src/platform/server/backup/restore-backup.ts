import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { CommandRefused } from '../command-refused.ts'
import { embeddedFolder } from '../db/embedded-folder.ts'
import { compareMeasures, type Difference, measureTables } from '../db/measure-tables.ts'
import { type Database, openDatabase } from '../db/open-database.ts'
import { inOneState } from '../db/patient-connection.ts'
import { findProgram, type ProgramEnvironment, startProgram } from '../db/postgres-programs.ts'
import { readServerVersion } from '../db/whole-database.ts'
import type { Manifest } from './manifest.ts'
import type { OpenBackup } from './pack-backup.ts'

type Server = { url: string; client: pg.ClientBase; environment: ProgramEnvironment }

/** Before anything is taken away for a backup. @returns the program that writes it @throws CommandRefused without one */
export async function findRestorer({ client, environment }: Omit<Server, 'url'>, manifest: Manifest): Promise<string> {
  const serverVersion = await readServerVersion(client)
  refuseOlderServer(manifest.serverVersion, serverVersion)
  return findProgram('pg_restore', { serverVersion, environment })
}

/**
 * Writes a backup into a server's empty database, all of it or nothing, and counts it again.
 * @returns what is not as the backup says: nothing, where it went well
 */
export async function restoreIntoServer(
  { url, client, environment }: Server,
  { manifest, dump }: OpenBackup,
): Promise<Difference[]> {
  const program = await findRestorer({ client, environment }, manifest)
  const parameters = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', '--no-comments']
  const { input, ended } = startProgram(program, parameters, { url, environment })
  const fed = await pipeline(Readable.from(dump), input).catch((error: unknown) => error)
  await ended.catch((error: unknown) => {
    // A backup that cannot be read to its end is why the program had too little.
    throw fed instanceof CommandRefused ? fed : error
  })
  return compareWith(manifest, client)
}

/** @returns the embedded database in a directory that had none, or in memory, and what is not as the backup says */
export async function restoreEmbedded(
  where: { directory: string } | 'memory',
  { manifest, dump }: OpenBackup,
): Promise<{ database: Database; differences: Difference[] }> {
  refuseOtherEngine(manifest.serverVersion, await readEmbeddedVersion())
  const image = await pipeline(Readable.from(dump), createGunzip(), gather)
  const database = await openDatabase(where === 'memory' ? { memory: image } : { ...where, image })
  const client = await database.pool.connect()
  const differences = await compareWith(manifest, client).finally(() => client.release())
  return { database, differences }
}

/** Where the embedded database is kept that is replaced at this moment. */
export function nameAside(directory: string, now: Date): string {
  return `${embeddedFolder(directory)}-replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
}

export async function setEmbeddedAside(directory: string, kept: string): Promise<void> {
  await rename(embeddedFolder(directory), kept)
}

export async function bringEmbeddedBack(directory: string, kept: string): Promise<void> {
  await rename(kept, embeddedFolder(directory))
}

export function hasEmbedded(directory: string): boolean {
  return existsSync(embeddedFolder(directory))
}

export async function removeEmbedded(directory: string): Promise<void> {
  await rm(embeddedFolder(directory), { recursive: true, force: true })
}

/** What is different now from what a backup says. */
export function compareWith(manifest: Manifest, client: pg.ClientBase): Promise<Difference[]> {
  return inOneState(client, async () => compareMeasures(manifest.tables, await measureTables(client)))
}

function refuseOlderServer(ofBackup: number, ofServer: number) {
  const [theirs, ours] = [ofBackup, ofServer].map((version) => Math.floor(version / 10_000)) as [number, number]
  if (ours >= theirs) return
  throw new CommandRefused(
    `The backup is of PostgreSQL ${theirs} and the server is ${ours}. Restore into a newer server.`,
  )
}

function refuseOtherEngine(ofBackup: number, ofProgram: number) {
  const [theirs, ours] = [ofBackup, ofProgram].map((version) => Math.floor(version / 10_000)) as [number, number]
  if (ours === theirs) return
  throw new CommandRefused(
    `The backup is of an embedded database of version ${theirs} and this program has ${ours}. Restore it with the version of the program that made it.`,
  )
}

async function readEmbeddedVersion(): Promise<number> {
  const database = await openDatabase({ memory: 'empty' })
  const client = await database.pool.connect()
  try {
    return await readServerVersion(client)
  } finally {
    client.release()
    await database.close()
  }
}

async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of bytes) parts.push(new Uint8Array(part))
  return new Blob(parts)
}
