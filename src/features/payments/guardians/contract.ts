import { z } from 'zod'
import { Guardian, guardianIsMember } from '#features/accounts/profile/contract.ts'
import { MarketId, packageNotFound } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { missing } from '#platform/shared/text.ts'

/** The state of a guardian's consent to one package at one price (PRODUCT D24). */
export const GuardianRequest = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({
    state: z.literal('waiting'),
    askedAt: z.iso.datetime(),
    /** Masked, so that other people who see the screen cannot read it. */
    address: z.string(),
    endsAt: z.iso.datetime(),
  }),
  z.object({ state: z.literal('confirmed'), confirmedAt: z.iso.datetime() }),
  z.object({ state: z.literal('refused') }),
])
export type GuardianRequest = z.infer<typeof GuardianRequest>

/** How many days the link in the email is valid. */
export const DAYS_TO_ANSWER = 7

/** How many days the member has to pay after the guardian agrees. */
export const DAYS_TO_PAY = 30

/** The guardian named in the member's profile, and their answer for this package. */
export const GuardianConsent = z.object({ name: z.string(), email: z.string(), request: GuardianRequest })
export type GuardianConsent = z.infer<typeof GuardianConsent>

/** A request that a guardian can still answer, or an agreement that the member can still pay with. */
export type OpenConsent = {
  packageId: string
  packageTitle: string
  market: MarketId
  until: string
  hasAgreed: boolean
}

/** Reasons why a buyer of this age cannot pay yet. The checkout and the server use the same text. */
export const ageBlockers = {
  'age-needed': 'Tell us whether you’re under 18.',
  'guardian-needed': 'You’re under 18, so a parent or guardian has to agree before you pay. Ask them first.',
  'under-18-in-profile':
    'Your profile says you’re under 18, so a parent or guardian has to agree before you pay. If you’re 18 or older, change that in your profile first.',
} as const
export type AgeBlocker = keyof typeof ageBlockers

export const requestGuardianConsent = endpoint('POST /api/guardian-consents', {
  summary: 'Save the guardian in the profile and email them a consent request, which replaces any earlier one',
  access: 'member',
  body: z.strictObject({ packageId: z.string().max(100), market: MarketId, guardian: Guardian }),
  response: GuardianConsent,
  message: 'We’ve emailed your parent or guardian.',
  refusals: {
    ...guardianIsMember,
    'package-not-found': packageNotFound,
    'guardian-not-needed': 'You don’t need anyone’s agreement to buy this package.',
    'guardian-agreed': 'Your parent or guardian has already agreed. You can pay now.',
  },
})

/** The same message for an expired link and for a link that an email program has truncated. */
const GUARDIAN_LINK_EXPIRED =
  'This link no longer works. Links work once, for 7 days, and only the newest is valid. If the young person still needs you to agree, they can send you a new email from the checkout.'

const LinkToken = z.string(missing(GUARDIAN_LINK_EXPIRED)).min(1, GUARDIAN_LINK_EXPIRED).max(100, GUARDIAN_LINK_EXPIRED)

const linkExpired = { 'link-expired': { status: 400, message: GUARDIAN_LINK_EXPIRED } } as const

export const getGuardianRequest = endpoint('POST /api/guardian-consents/lookup', {
  summary: 'Get the offer that a guardian is asked to agree to, using the emailed token, without changing anything',
  access: 'public',
  // Send the token in the body, because logs and browser histories keep addresses.
  body: z.strictObject({ token: LinkToken }),
  response: z.object({
    /** Null if the text may not be a name. */
    firstName: z.string().nullable(),
    package: z.object({
      title: z.string(),
      description: z.string(),
      duration: z.string(),
      billing: z.enum(['once', 'monthly']),
    }),
    market: MarketId,
    currency: Currency,
    tax: MinorUnits,
    total: MinorUnits,
  }),
  refusals: linkExpired,
})

export const answerGuardianRequest = endpoint('POST /api/guardian-consents/answer', {
  summary: 'Record a guardian’s answer, using the emailed token, which works once',
  access: 'public',
  body: z.strictObject({ token: LinkToken, agrees: z.boolean() }),
  response: z.null(),
  refusals: linkExpired,
})
