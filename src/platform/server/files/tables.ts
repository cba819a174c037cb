import type { Generated } from 'kysely'
import type { FileType } from '#platform/shared/stored-file.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    stored_file: {
      id: Generated<string>
      name: string
      type: FileType
      size: number
      stored_at: Date
      /** Null: in the database. */
      place: Generated<string | null>
      key: Generated<string | null>
      sha256: string | null
    }
    file_piece: {
      file_id: string
      number: number
      content: Buffer
    }
    file_removal: {
      place: string
      key: string
      remove_after: Date
    }
  }
}
