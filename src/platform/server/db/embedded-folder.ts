import { join } from 'node:path'

/** Where the files of the embedded database are. */
export function embeddedFolder(directory: string): string {
  return join(directory, 'database')
}
