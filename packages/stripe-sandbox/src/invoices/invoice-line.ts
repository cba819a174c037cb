import { type Product, products } from '../products/product.ts'
import { type TaxRate, taxOn } from '../products/tax-rate.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { type AppliedDiscount, getItem, type Period, type Subscription } from '../subscriptions/subscription.ts'
import { newId } from '../wire/identifiers.ts'

export type InvoiceLine = ReturnType<typeof newInvoiceLine>

/** The line for one period of the subscription. */
export function newInvoiceLine(
  subscription: Subscription,
  period: Period,
  invoice: string,
  discount: AppliedDiscount | null,
  objects: ObjectStore,
) {
  const { id: item, price, quantity } = getItem(subscription)
  const amount = price.unit_amount * quantity
  const product = objects.get(products, price.product)
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: lineDescription(quantity, product, price),
    discount_amounts: discount ? [{ amount: discount.amount, discount: discount.id }] : [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: subscription.default_tax_rates.map((rate) => toLineTax(amount - (discount?.amount ?? 0), rate)),
  }
}

function lineDescription(quantity: number, { name }: Product, price: ReturnType<typeof getItem>['price']): string {
  const { currency, recurring, unit_amount } = price
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(unit_amount / 100)
  return `${quantity} × ${name} (at ${money} / ${recurring.interval})`
}

function toLineTax(amount: number, rate: TaxRate) {
  const tax = taxOn(amount, rate)
  return {
    amount: tax,
    tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: 'standard_rated',
    taxable_amount: rate.inclusive ? amount - tax : amount,
    type: 'tax_rate_details',
  }
}
