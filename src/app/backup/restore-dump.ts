import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { embeddedFolder } from '#platform/server/db/data-directory.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { findProgram, type ProgramEnvironment, startProgram } from '#platform/server/db/postgres-programs.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import type { OpenBackup } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { withSnapshot } from './operator-connection.ts'
import { compareChecksums, computeChecksums, type Difference } from './table-checksums.ts'
import { readServerVersion } from './whole-database.ts'

type Server = { url: string; client: pg.ClientBase; environment: ProgramEnvironment }

/** Call this before deleting anything. @returns the path of pg_restore @throws CommandRefused if none fits */
export async function findRestoreProgram(
  { client, environment }: Omit<Server, 'url'>,
  manifest: Manifest,
): Promise<string> {
  const serverVersion = await readServerVersion(client)
  const [backupMajor, serverMajor] = [toMajor(manifest.serverVersion), toMajor(serverVersion)]
  if (serverMajor < backupMajor)
    throw new CommandRefused(
      `The backup is from PostgreSQL ${backupMajor}, but the server is PostgreSQL ${serverMajor}. Restore into a newer server.`,
    )
  return findProgram('pg_restore', { serverVersion, environment })
}

/**
 * Restores all of a backup or nothing into an empty PostgreSQL database, and compares the two.
 * @returns the differences from the manifest
 */
export async function restoreIntoServer(
  { url, client, environment }: Server,
  { manifest, dump }: OpenBackup,
): Promise<Difference[]> {
  const program = await findRestoreProgram({ client, environment }, manifest)
  const parameters = ['--exit-on-error', '--single-transaction', '--no-owner', '--no-privileges', '--no-comments']
  const { input, ended } = startProgram(program, parameters, { url, environment })
  const inputResult = await pipeline(Readable.from(dump), input).catch((error: unknown) => error)
  await ended.catch((error: unknown) => {
    // The error reading the backup is the cause; the program only fails because its input was cut short.
    throw inputResult instanceof CommandRefused ? inputResult : error
  })
  return compareWithManifest(manifest, client)
}

/** @returns the embedded database, in a directory that had none or in memory, and its differences from the manifest */
export async function restoreEmbedded(
  location: { directory: string } | 'memory',
  { manifest, dump }: OpenBackup,
): Promise<{ database: Database; differences: Difference[] }> {
  const [backupMajor, programMajor] = [toMajor(manifest.serverVersion), toMajor(await readEmbeddedVersion())]
  if (programMajor !== backupMajor)
    throw new CommandRefused(
      `The backup is from version ${backupMajor} of the embedded database and this program has ${programMajor}. Restore it with the program version that made it.`,
    )
  const image = await pipeline(Readable.from(dump), createGunzip(), readBlob)
  const database = await openDatabase(location === 'memory' ? { memory: image } : { ...location, image })
  const client = await database.pool.connect()
  const differences = await compareWithManifest(manifest, client).finally(() => client.release())
  return { database, differences }
}

/** Returns the folder that keeps the embedded database being replaced. */
export function asideDirectory(directory: string, now: Date): string {
  return `${embeddedFolder(directory)}-replaced-${now.toISOString().replaceAll(/[:.]/g, '-')}`
}

export function hasEmbeddedDatabase(directory: string): boolean {
  return existsSync(embeddedFolder(directory))
}

export async function removeEmbedded(directory: string): Promise<void> {
  await rm(embeddedFolder(directory), { recursive: true, force: true })
}

export function compareWithManifest(manifest: Manifest, client: pg.ClientBase): Promise<Difference[]> {
  return withSnapshot(client, async () => compareChecksums(manifest.tables, await computeChecksums(client)))
}

/** 18 for 180001 */
function toMajor(version: number): number {
  return Math.floor(version / 10_000)
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

async function readBlob(bytes: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of bytes) parts.push(new Uint8Array(part))
  return new Blob(parts)
}
