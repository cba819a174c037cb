import { objectKind } from '../wire/object-kind.ts'

export interface Product {
  id: string
  object: 'product'
  active: boolean
  created: number
  default_price: null
  description: string | null
  images: string[]
  livemode: false
  marketing_features: never[]
  metadata: Record<string, string>
  name: string
  package_dimensions: null
  shippable: null
  statement_descriptor: null
  tax_code: null
  tax_details: null
  type: 'service'
  unit_label: string | null
  updated: number
  url: string | null
}

export const products = objectKind<Product>({ object: 'product', label: 'product', expandable: [] })

type Choice = Pick<Product, 'id' | 'active' | 'description' | 'metadata' | 'name' | 'unit_label' | 'url'>

export function newProduct(choice: Choice, now: number): Product {
  return {
    ...choice,
    object: 'product',
    created: now,
    default_price: null,
    images: [],
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    updated: now,
  }
}
