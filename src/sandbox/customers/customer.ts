import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export interface Customer {
  id: string
  object: 'customer'
  address: Address | null
  balance: number
  created: number
  currency: string | null
  default_source: null
  delinquent: boolean
  description: string | null
  discount: null
  email: string | null
  invoice_prefix: string
  invoice_settings: {
    custom_fields: null
    default_payment_method: string | null
    footer: null
    rendering_options: null
  }
  livemode: false
  metadata: Record<string, string>
  name: string | null
  next_invoice_sequence: number
  phone: string | null
  preferred_locales: string[]
  shipping: null
  tax_exempt: 'none'
  test_clock: string | null
}

export const customers = objectKind<Customer>({
  object: 'customer',
  label: 'customer',
  expandable: ['invoice_settings.default_payment_method', 'test_clock'],
})

export function newCustomer(now: number): Customer {
  const id = newId('cus', 14)
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

const noAddress: Address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

type AddressChange = { [Field in keyof Address]?: string | null | undefined }

export function fullAddress(change: AddressChange | null | undefined, before: Address = noAddress): Address {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}
