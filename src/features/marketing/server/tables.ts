import type { GeneratedAlways } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { GuideSource } from '../guides/contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    story: {
      serviceType: ServiceType
      ratingMayPublish: GeneratedAlways<true | null>
    }
    guide: {
      serviceType: ServiceType | null
      words: GeneratedAlways<number>
      sources: GuideSource[]
    }
  }
}
