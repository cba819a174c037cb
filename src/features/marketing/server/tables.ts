import type { Generated, GeneratedAlways } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    content_version: {
      id: boolean
      version: number
    }
    story: {
      id: Generated<string>
      service_type: ServiceType
      position: number
      is_illustrative: boolean
      title: string
      start: string
      work: string
      result: string
      rating_id: string | null
      rating_may_publish: GeneratedAlways<true | null>
      is_shown: Generated<boolean>
      told_at: Generated<Date>
      version: Generated<number>
    }
  }
}
