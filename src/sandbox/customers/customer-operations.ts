import { z } from 'zod'
import { testClocks } from '../clock/test-clock.ts'
import { previousAttributes } from '../events/previous-attributes.ts'
import { paymentMethods } from '../payment-methods/payment-method.ts'
import { invalidRequest } from '../wire/api-error.ts'
import { type Call, operation } from '../wire/operation.ts'
import { address, clearable, mergeMetadata, metadata, text } from '../wire/parameter-types.ts'
import { type Customer, customers, fullAddress, newCustomer } from './customer.ts'

const fields = z.strictObject({
  address: clearable(address).optional(),
  description: clearable(text).optional(),
  email: clearable(text.max(512)).optional(),
  invoice_settings: z.strictObject({ default_payment_method: clearable(text).optional() }).optional(),
  metadata: metadata.optional(),
  name: clearable(text).optional(),
  phone: clearable(text).optional(),
})

type Fields = z.output<typeof fields>

const createCustomer = operation({
  name: 'Customer.create',
  method: 'POST',
  path: '/v1/customers',
  parameters: fields.extend({ test_clock: text.optional() }),
  run(call, { test_clock, ...parameters }) {
    const clock = test_clock ? call.objects.getReferenced(testClocks, test_clock, 'test_clock') : undefined
    const created = { ...newCustomer(clock?.frozen_time ?? call.now), test_clock: clock?.id ?? null }
    const customer = call.objects.add(customers, changed(call, created, parameters))
    call.announce('customer.created', customer)
    return customer
  },
})

const retrieveCustomer = operation({
  name: 'Customer.retrieve',
  method: 'GET',
  path: '/v1/customers/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(customers, id),
})

const updateCustomer = operation({
  name: 'Customer.update',
  method: 'POST',
  path: '/v1/customers/{id}',
  parameters: fields,
  run(call, parameters, id) {
    const before = call.objects.get(customers, id)
    const customer = call.objects.save(changed(call, before, parameters))
    const previous = previousAttributes(before, customer)
    if (Object.keys(previous).length > 0) call.announce('customer.updated', customer, previous)
    return customer
  },
})

export const customerOperations = [createCustomer, retrieveCustomer, updateCustomer]

function changed(call: Call, before: Customer, change: Fields): Customer {
  const { description = before.description, email = before.email, name = before.name, phone = before.phone } = change
  return {
    ...before,
    description,
    email,
    name,
    phone,
    address: change.address === undefined ? before.address : change.address && fullAddress(change.address),
    metadata: mergeMetadata(before.metadata, change.metadata),
    invoice_settings: {
      ...before.invoice_settings,
      default_payment_method: defaultPaymentMethod(call, before, change.invoice_settings),
    },
  }
}

function defaultPaymentMethod(call: Call, customer: Customer, change: Fields['invoice_settings']): string | null {
  const id = change?.default_payment_method
  if (id === undefined) return customer.invoice_settings.default_payment_method
  if (id === null) return null
  const param = 'invoice_settings[default_payment_method]'
  const method = call.objects.getReferenced(paymentMethods, id, param)
  if (method.customer === customer.id) return id
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  )
}
