import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '#platform/server/db/temporary-postgres.ts'

/** Debian keeps server programs in folders that are not on every PATH. */
const folders = [...(process.env.PATH ?? '').split(':').filter(Boolean), '/usr/sbin', '/usr/local/sbin']

/** @returns the path of a program, or undefined; a test that can do without it is then skipped */
export function findProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** @returns the path of a program. @throws with the name of the package that contains it */
export function requireProgram(name: string, debianPackage = name): string {
  const programPath = findProgram(name)
  if (!programPath) throw new Error(`${name} is not installed here. On Debian: apt-get install ${debianPackage}`)
  return programPath
}

/** @returns the folder with the programs of PostgreSQL */
export function requirePostgres(): string {
  const binaries = findPostgres(process.env.PATH)
  if (!binaries) throw new Error('This needs a database server: npm run test:full')
  return binaries
}
