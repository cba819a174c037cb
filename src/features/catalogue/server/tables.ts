import type { Currency } from '#platform/shared/money.ts'
import type { MarketId, ServiceType } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    market: {
      id: MarketId
      currency: Currency
    }
    package: {
      serviceType: ServiceType
    }
    packageVersion: {
      billing: 'once' | 'monthly'
    }
    packageLine: {
      kind: 'session' | 'deliverable'
      grantedPer: 'purchase' | 'subscription' | 'period'
    }
  }
}
