import type { Generated } from 'kysely'
import type { Company, LegalNotes } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    company: {
      id: boolean
      settings: Company
      placeholders: string[]
      version: Generated<number>
      legal_notes: Generated<LegalNotes>
    }
  }
}
