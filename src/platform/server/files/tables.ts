import type { FileType } from '#platform/shared/upload-rules.ts'

declare module '../db/tables.ts' {
  interface ColumnTypes {
    storedFile: {
      type: FileType
    }
  }
}
