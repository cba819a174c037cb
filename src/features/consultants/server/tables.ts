import type { Generated, GeneratedAlways } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    consultant: {
      id: Generated<string>
      account_id: string
      display_name: string
      summary: string
      languages: string[]
      services: ServiceType[]
      picture: Buffer | null
      picture_type: 'image/jpeg' | 'image/png' | 'image/webp' | null
      picture_hash: GeneratedAlways<string | null>
      position: Generated<number>
      published_at: Date | null
      job_title: string | null
      version: Generated<number>
    }
  }
}
