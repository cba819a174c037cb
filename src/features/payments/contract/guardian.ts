import { z } from 'zod'
import { Guardian, guardianIsMember } from '#features/accounts/contract/profile.ts'
import { MarketId } from '#features/catalogue/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { missing } from '#platform/shared/text.ts'

/** How a guardian's yes to one package at one price stands (PRODUCT D24). */
export const GuardianRequest = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({
    state: z.literal('waiting'),
    askedAt: z.iso.datetime(),
    /** Masked: who looks over a shoulder need not read it. */
    address: z.string(),
    endsAt: z.iso.datetime(),
  }),
  z.object({ state: z.literal('confirmed'), confirmedAt: z.iso.datetime() }),
  z.object({ state: z.literal('refused') }),
])
export type GuardianRequest = z.infer<typeof GuardianRequest>

/** The guardian whom the member's profile names, and what they say of the package. */
export const GuardianStanding = z.object({ name: z.string(), email: z.string(), request: GuardianRequest })
export type GuardianStanding = z.infer<typeof GuardianStanding>

/** Why somebody of this age may not pay yet. The same words stand in the checkout and in the server's answer. */
export const ageObstacles = {
  'age-needed': 'Please say whether you are under 18.',
  'guardian-needed': 'You are under 18, so a parent or guardian has to agree before you pay. Please ask them first.',
  'under-18-in-profile':
    'Your profile says that you are under 18, so a parent or guardian has to agree before you pay. If you are 18 or older, please change that in your profile first.',
} as const
export type AgeObstacle = keyof typeof ageObstacles

export const requestGuardian = endpoint({
  method: 'POST',
  path: '/api/guardian-requests',
  summary: 'Name the guardian in the profile, and ask them by mail for their yes; a letter before it ends',
  access: 'member',
  body: z.strictObject({ packageId: z.string().max(100), market: MarketId, guardian: Guardian }),
  response: GuardianStanding,
  message: 'We have written to your parent or guardian.',
  refusals: {
    ...guardianIsMember,
    'package-not-found': { status: 404, message: 'Package not found. Please select a package first.' },
    'age-not-asked': 'Nobody has to agree before you pay for this package.',
    'guardian-agreed': 'Your parent or guardian has agreed already. You can pay now.',
  },
})

/** A link as it was cut off by a mail program, or one that is over: nothing tells them apart. */
const GUARDIAN_LINK_OVER =
  'This link does not work any more. It works for 7 days and for one answer, and only the latest one does. If you are still asked to agree, a new email can be sent from the checkout.'

const LinkToken = z.string(missing(GUARDIAN_LINK_OVER)).min(1, GUARDIAN_LINK_OVER).max(100, GUARDIAN_LINK_OVER)

const linkOver = { 'link-over': { status: 400, message: GUARDIAN_LINK_OVER } } as const

export const showGuardianRequest = endpoint({
  method: 'POST',
  // The token travels in the body: an address stands in logs and histories.
  path: '/api/guardian-requests/question',
  summary: 'What a guardian is asked to agree to, for whoever holds the link of the mail; changes nothing',
  access: 'public',
  body: z.strictObject({ token: LinkToken }),
  response: z.object({
    /** Null where it could be something else than a name. */
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
  refusals: linkOver,
})

export const answerGuardianRequest = endpoint({
  method: 'POST',
  path: '/api/guardian-requests/answer',
  summary: 'Agree to a purchase as a guardian, or not, with the token of the mail; once',
  access: 'public',
  body: z.strictObject({ token: LinkToken, agrees: z.boolean() }),
  response: z.null(),
  refusals: linkOver,
})
