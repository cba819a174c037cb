import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian keeps the programs of servers, which are not on everybody's PATH. */
const folders = [...(process.env.PATH ?? '').split(':').filter(Boolean), '/usr/sbin', '/usr/local/sbin']

/** @returns the path of a program, if this machine has it: a test that can do without is listed as not run */
export function findProgram(name: string): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** @returns the path of a program of this machine. @throws with the package that brings it */
export function requireProgram(name: string, debianPackage = name): string {
  const found = findProgram(name)
  if (!found) throw new Error(`${name} is not installed here. On Debian: apt-get install ${debianPackage}`)
  return found
}
