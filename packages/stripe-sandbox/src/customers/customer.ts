import { z } from 'zod'
import { testClocks } from '../clock/test-clock.ts'
import { previousAttributes } from '../events/event.ts'
import { paymentMethods } from '../payment-methods/payment-method.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { newId } from '../wire/identifiers.ts'
import { objectKind } from '../wire/object-kind.ts'
import { type Call, operation, retrieval } from '../wire/operation.ts'
import { type Address, address, changed, clearable, fullAddress, metadata, text } from '../wire/parameters.ts'

export type Customer = ReturnType<typeof newCustomer>

export const customers = objectKind<Customer>({
  object: 'customer',
  label: 'customer',
  expandable: ['invoice_settings.default_payment_method', 'test_clock'],
})

function newCustomer(now: number, testClock: string | null) {
  const id = newId('cus', 14)
  return {
    id,
    object: 'customer',
    address: null as Address | null,
    balance: 0,
    created: now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null as string | null,
    discount: null,
    email: null as string | null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null as string | null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {} as Record<string, string>,
    name: null as string | null,
    next_invoice_sequence: 1,
    phone: null as string | null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: testClock,
  }
}

/** If the customer has a test clock, the call runs at that clock's time. */
export function atCustomerTime(call: Call, customerId: string): Call {
  const { test_clock } = call.objects.get(customers, customerId)
  if (!test_clock) return call
  return call.at(call.objects.get(testClocks, test_clock).frozen_time)
}

const fields = z.strictObject({
  address: clearable(address).optional(),
  description: clearable(text).optional(),
  email: clearable(text.max(512)).optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable(text).optional() }).optional(),
  metadata: metadata.optional(),
  name: clearable(text).optional(),
  phone: clearable(text).optional(),
})

const createCustomer = operation('Customer.create', 'POST /v1/customers', {
  parameters: fields.extend({ test_clock: text.optional() }),
  run(call, { test_clock, ...parameters }) {
    const clock = test_clock ? call.objects.getReferenced(testClocks, test_clock, 'test_clock') : undefined
    const created = newCustomer(clock?.frozen_time ?? call.now, clock?.id ?? null)
    const customer = call.objects.add(customers, withFields(call, created, parameters))
    call.announce('customer.created', customer)
    return customer
  },
})

const updateCustomer = operation('Customer.update', 'POST /v1/customers/{id}', {
  parameters: fields,
  run(call, parameters, id) {
    const before = call.objects.get(customers, id)
    const customer = call.objects.save(withFields(call, before, parameters))
    const previous = previousAttributes(before, customer)
    if (Object.keys(previous).length > 0) call.announce('customer.updated', customer, previous)
    return customer
  },
})

export const customerOperations = [createCustomer, retrieval('Customer', '/v1/customers', customers), updateCustomer]

function withFields(call: Call, before: Customer, changes: z.output<typeof fields>): Customer {
  const { address: newAddress, invoice_settings: settings, ...plain } = changes
  const id = settings?.default_payment_method
  if (id) requireOwnPaymentMethod(call, before.id, id, 'invoice_settings[default_payment_method]')
  const default_payment_method = id === undefined ? before.invoice_settings.default_payment_method : id
  return {
    ...changed(before, plain),
    address: newAddress === undefined ? before.address : newAddress && fullAddress(newAddress),
    invoice_settings: { ...before.invoice_settings, default_payment_method },
  }
}

/** @param param the parameter that a refusal names */
export function requireOwnPaymentMethod(call: Call, customer: string, id: string, param: string): void {
  if (call.objects.getReferenced(paymentMethods, id, param).customer === customer) return
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  )
}
