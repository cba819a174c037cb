import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '#platform/server/backup/write-file.ts'
import { StartRefused } from '#platform/server/start-refused.ts'

/** In a data directory whose database was moved to a server: two sites would go on from the same past. */
const fileIn = (directory: string) => join(directory, 'moved-to-postgresql.txt')

export async function markMoved(directory: string, now: Date): Promise<void> {
  await replaceFile(fileIn(directory), `${now.toISOString()}\n`)
}

/** @throws StartRefused where the database of the directory lives on elsewhere */
export function refuseMoved(directory: string): void {
  const file = fileIn(directory)
  if (!existsSync(file)) return
  throw new StartRefused(
    `The data in ${directory} was moved to PostgreSQL on ${readFileSync(file, 'utf8').trim()}. Set DATABASE_URL. To go on from the old data, delete ${file}.`,
  )
}
