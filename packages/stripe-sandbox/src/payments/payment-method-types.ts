import { z } from 'zod'
import { invalidRequest } from '../wire/api-error.ts'
import { flag } from '../wire/parameters.ts'

/** The payment methods that are enabled for the sandbox's account. */
const enabledTypes = ['card', 'link', 'paypal'] as const

type PaymentMethodType = (typeof enabledTypes)[number]

const paypalCurrencies = new Set(['gbp', 'usd', 'eur'])

const typeList = z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).min(1)

export const paymentMethodTypeParameters = {
  allowed_payment_method_types: typeList.optional(),
  excluded_payment_method_types: typeList.optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  // Accepted only so that it can be refused with Stripe's own message.
  payment_method_types: z.unknown().optional(),
}

interface TypeChoice {
  allowed_payment_method_types?: string[]
  excluded_payment_method_types?: string[]
  automatic_payment_methods?: { enabled: boolean; allow_redirects?: 'always' | 'never' }
  payment_method_types?: unknown
}

export type ChosenTypes = ReturnType<typeof choosePaymentMethodTypes>

export function choosePaymentMethodTypes(choice: TypeChoice, currency: string) {
  refusePaymentMethodTypes(choice)
  requireOneChoice(choice)
  const possible = enabledTypes.filter((type) => type !== 'paypal' || paypalCurrencies.has(currency))
  const allowed = choice.allowed_payment_method_types?.filter(isEnabledType) ?? null
  const excluded = choice.excluded_payment_method_types?.filter(isEnabledType) ?? null
  const withoutRedirects = choice.automatic_payment_methods?.allow_redirects === 'never'
  const offered = possible
    .filter((type) => !choice.allowed_payment_method_types || allowed?.includes(type))
    .filter((type) => !excluded?.includes(type))
    .filter((type) => type !== 'paypal' || !withoutRedirects)
  if (offered.length === 0) throw invalidRequest('No valid payment method types for this Payment Intent.')
  const automatic = automaticChoice(choice)
  return {
    allowed_payment_method_types: allowed,
    automatic_payment_methods: automatic,
    excluded_payment_method_types: excluded,
    payment_method_configuration_details: automatic ? { id: 'pmc_sandbox', parent: null } : null,
    payment_method_types: offered,
  }
}

/** This API version has removed the parameter from payment intents, but subscriptions still accept it. */
export function refusePaymentMethodTypes(choice: Pick<TypeChoice, 'payment_method_types'>): void {
  if (choice.payment_method_types === undefined) return
  throw invalidRequest(
    'The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` or ' +
      '`automatic_payment_methods` instead.',
    { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' },
  )
}

function requireOneChoice(choice: TypeChoice): void {
  const chosen = [
    'allowed_payment_method_types' as const,
    'excluded_payment_method_types' as const,
    'automatic_payment_methods' as const,
  ].filter((name) => choice[name] !== undefined)
  const [first, second] = chosen
  if (!first || !second || !chosen.includes('allowed_payment_method_types')) return
  throw invalidRequest(`You may only specify one of these parameters: ${first}, ${second}.`, {
    code: 'parameters_exclusive',
    param: first,
  })
}

function automaticChoice(choice: TypeChoice) {
  if (choice.allowed_payment_method_types) return null
  const { enabled = true, allow_redirects = 'always' } = choice.automatic_payment_methods ?? {}
  return { allow_redirects, enabled }
}

function isEnabledType(type: string): type is PaymentMethodType {
  return (enabledTypes as readonly string[]).includes(type)
}
