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
    }
    file_piece: {
      file_id: string
      number: number
      content: Buffer
    }
  }
}
