import { z } from 'zod'
import { MarketId } from '#features/catalogue/contract.ts'
import { calendarDay } from '#platform/shared/date-fields.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'
import { PurchaseStatus } from '../../contract.ts'
import { BuyerName } from '../../search/contract.ts'

const MAX_CODE = 30
const CODE = 'Use 3 to 30 letters, digits and hyphens, for example SPRING-20'

const CodeName = text({ required: 'Enter a code', max: MAX_CODE })
  .transform((code) => code.toUpperCase())
  .refine((code) => /^[A-Z0-9][A-Z0-9-]{2,29}$/.test(code), CODE)

const wholeNumber = (most: number, message: string) => z.int(message).min(1, message).max(most, message).nullable()

const amount = z
  .int('Enter an amount, for example 10 or 12.50')
  .min(1, 'Enter more than 0')
  .max(49_999_999, 'Enter less than 500,000')
  .nullable()

const NUMBER_OF_USES = 'Enter a whole number from 1 to 1,000,000, or leave this empty'

/** A code as an administrator edits it. */
export const DiscountDraft = z
  .strictObject({
    code: CodeName,
    /** Off the price before tax, in every market. Null for a code that takes off an amount. */
    percentage: wholeNumber(99, 'Enter a whole number from 1 to 99'),
    /** Off the price before tax, in minor units of the market’s currency. Null: not valid in this market. */
    amounts: z.strictObject({ uk: amount, international: amount }),
    /** On a subscription, how many monthly payments cost less. Null: all of them. */
    months: wholeNumber(60, 'Enter a whole number from 1 to 60, or leave this empty'),
    /** Null: all packages. */
    packageIds: z.array(z.string().max(100)).min(1, 'Choose at least one package').max(100).nullable(),
    /** Days in London, including the first and the last. */
    validFrom: calendarDay().nullable(),
    validUntil: calendarDay().nullable(),
    maxUses: wholeNumber(1_000_000, NUMBER_OF_USES),
    maxUsesPerMember: wholeNumber(1_000_000, NUMBER_OF_USES),
    isForNewMembers: z.boolean(),
  })
  .superRefine(({ percentage, amounts, validFrom, validUntil }, check) => {
    const hasAmount = amounts.uk !== null || amounts.international !== null
    const kindProblem = hasAmount ? 'Enter a percentage or an amount, not both' : 'Enter an amount in pounds or dollars'
    if ((percentage !== null) === hasAmount)
      check.addIssue({ code: 'custom', path: ['percentage'], message: kindProblem })
    if (validFrom && validUntil && validFrom > validUntil)
      check.addIssue({ code: 'custom', path: ['validUntil'], message: 'Choose a day on or after the first day' })
  })
export type DiscountDraft = z.infer<typeof DiscountDraft>

export const DiscountState = z.enum(['active', 'paused', 'scheduled', 'ended', 'used-up'])
export type DiscountState = z.infer<typeof DiscountState>

/** A code as shown to staff. */
export const DiscountCode = z.object({
  ...DiscountDraft.shape,
  code: z.string(),
  id: z.uuid(),
  isPaused: z.boolean(),
  version: z.int(),
  state: DiscountState,
  /** Includes unfinished payments, which hold a use until they are paid or cancelled. */
  uses: z.int(),
  /** True once a payment was started with it. Its name and discount then never change, and it cannot be deleted. */
  isFixed: z.boolean(),
  /** Taken off paid purchases before tax. */
  given: z.array(z.object({ currency: Currency, amount: MinorUnits })),
})
export type DiscountCode = z.infer<typeof DiscountCode>

/** A purchase that used the code. */
export const DiscountUse = z.object({
  purchaseId: z.uuid(),
  reference: z.string().nullable(),
  packageTitle: z.string(),
  market: MarketId,
  buyer: BuyerName,
  usedAt: z.iso.datetime(),
  status: PurchaseStatus,
  isProcessing: z.boolean(),
  currency: Currency,
  discount: MinorUnits,
})
export type DiscountUse = z.infer<typeof DiscountUse>

const codeParams = z.strictObject({ codeId: z.uuid() })

const codeNotFound = { status: 404, message: 'We couldn’t find this code.' } as const

const editRefusals = {
  'code-taken': 'There’s already a code with this name.',
  'package-unknown': 'One of the packages no longer exists. Reload the page.',
  'discount-too-large':
    'This discount would leave less than 0.50 to pay for one of the packages, and our payment provider takes no less. Make it smaller, or leave that package out.',
} as const

export const listDiscountCodes = endpoint('GET /api/admin/discount-codes', {
  summary: 'List the discount codes, newest first, with their uses and what they gave',
  access: 'administrator',
  query: PageQuery,
  response: pageOf(DiscountCode),
})

export const downloadDiscountCodes = endpoint('GET /api/admin/discount-codes.csv', {
  summary: 'Download the discount codes as CSV',
  ...csvDownload,
})

export const getDiscountCode = endpoint('GET /api/admin/discount-codes/:codeId', {
  summary: 'Get a discount code',
  access: 'administrator',
  params: codeParams,
  response: DiscountCode,
  refusals: { 'code-not-found': codeNotFound },
})

export const listDiscountUses = endpoint('GET /api/admin/discount-codes/:codeId/uses', {
  summary: 'List the purchases that use a discount code, newest first',
  access: 'administrator',
  params: codeParams,
  query: PageQuery,
  response: pageOf(DiscountUse),
})

export const createDiscountCode = endpoint('POST /api/admin/discount-codes', {
  summary: 'Create a discount code',
  access: 'administrator',
  body: z.strictObject({ draft: DiscountDraft }),
  response: DiscountCode,
  message: 'Code created. It can be used from its first day.',
  refusals: { ...confirmationNeeded, ...editRefusals },
})

export const updateDiscountCode = endpoint('PUT /api/admin/discount-codes/:codeId', {
  summary: 'Change a discount code; once it is used, only its dates, limits and packages',
  access: 'administrator',
  params: codeParams,
  body: z.strictObject({
    /** The version that the form loaded, used to detect concurrent changes. */
    version: z.int().min(1).max(2_147_483_646),
    draft: DiscountDraft,
  }),
  response: DiscountCode,
  message: 'Code saved.',
  refusals: {
    ...confirmationNeeded,
    ...editRefusals,
    'code-not-found': codeNotFound,
    'edited-elsewhere':
      'Someone else has since changed this code. What you’ve typed is still here. Copy anything you want to keep, then reload the page to see the changes.',
    'code-fixed':
      'This code has been used, so its name and discount can no longer change. Copy it as a new code instead.',
  },
})

export const pauseDiscountCode = endpoint('PUT /api/admin/discount-codes/:codeId/pause', {
  summary: 'Pause a discount code, or resume it',
  access: 'administrator',
  params: codeParams,
  body: z.strictObject({ isPaused: z.boolean() }),
  response: DiscountCode,
  refusals: { ...confirmationNeeded, 'code-not-found': codeNotFound },
})

export const deleteDiscountCode = endpoint('DELETE /api/admin/discount-codes/:codeId', {
  summary: 'Delete a discount code that has never been used',
  access: 'administrator',
  params: codeParams,
  response: z.null(),
  message: 'Code deleted.',
  refusals: {
    ...confirmationNeeded,
    'code-not-found': codeNotFound,
    'code-fixed': 'This code has been used, so it can’t be deleted. Pause it instead.',
  },
})
