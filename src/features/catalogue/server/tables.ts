import type { MarketId, ServiceType } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    market: {
      id: MarketId
      currency: 'GBP' | 'USD'
      tax_rate_basis_points: number
      tax_label: string
    }
    package: {
      id: string
      service_type: ServiceType
      position: number
      on_sale: boolean
      current_version: number
    }
    package_version: {
      package_id: string
      version: number
      title: string
      description: string
      net_price: number
      billing: 'once' | 'monthly'
      span_weeks: number
      span_months: number
      features: string[]
      image: string
      created_at: Date
    }
    package_line: {
      package_id: string
      version: number
      key: string
      position: number
      kind: 'session' | 'deliverable'
      title: string
      minutes: number | null
      unit: string | null
      quantity: number | null
      granted_per: 'purchase' | 'subscription' | 'period'
      weight: number
    }
  }
}
