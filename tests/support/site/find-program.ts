import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '#platform/server/db/temporary-postgres.ts'

/** Includes the folders for server programs, which are not always in PATH on Debian. */
const folders = [...(process.env.PATH ?? '').split(':').filter(Boolean), '/usr/sbin', '/usr/local/sbin']

/** @returns the path of a program; undefined if it is missing, so that tests that can be skipped are skipped */
export function findProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/**
 * @returns the path of a program
 * @throws an error that names the Debian package if the program is missing
 */
export function requireProgram(name: string, debianPackage = name): string {
  const programPath = findProgram(name)
  if (!programPath) throw new Error(`${name} is not installed here. On Debian: apt-get install ${debianPackage}`)
  return programPath
}

/** @returns the folder with PostgreSQL's programs */
export function requirePostgres(): string {
  const binaries = findPostgres(process.env.PATH)
  if (!binaries) throw new Error('This needs a database server: npm run test:full')
  return binaries
}
