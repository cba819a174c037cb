import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'
import { GrantedPer, Package } from '../contract.ts'

/** Minor units. Stripe takes no payment under 0.50, and none over 999,999.99 including tax. */
export const MIN_NET = 50
export const MAX_NET = 49_999_999

/** Shorter sessions make no sense, and longer ones do not fit into a working day. */
const MIN_MINUTES = 5
const MAX_MINUTES = 240

/** Sum of the weights of all lines, in basis points of the price (PRODUCT D10). */
export const WHOLE_PRICE = 10_000

const wholeNumber = (name: string, least: number, most: number) =>
  z
    .number(`Enter ${name}`)
    .int(`Enter ${name} as a whole number`)
    .min(least, `Enter ${least} or more`)
    .max(most, `Enter ${most.toLocaleString('en-GB')} or less`)

const lineShape = {
  kind: z.enum(['session', 'deliverable']),
  title: text({ required: 'Enter a name', max: 100 }),
  minutes: wholeNumber('the number of minutes', MIN_MINUTES, MAX_MINUTES).nullable(),
  unit: text({ max: 40 }).nullable(),
  /** Null means unlimited. */
  quantity: wholeNumber('a quantity', 1, 1_000).nullable(),
  grantedPer: GrantedPer,
  weight: wholeNumber('a weight', 0, WHOLE_PRICE),
}

export const DraftLine = z.strictObject({
  /** Key of this line in the previous version. Null for a new line. */
  key: z.string().min(1).max(100).nullable(),
  ...lineShape,
})
export type DraftLine = z.infer<typeof DraftLine>

/** A whole package as an administrator edits it. */
export const PackageDraft = z
  .strictObject({
    title: text({ required: 'Enter a title', max: 60 }),
    description: text({ required: 'Enter a description', max: 300 }),
    netPrice: z
      .number('Enter a price')
      .int('Enter the price to two decimal places')
      .min(MIN_NET, 'Enter a price of 0.50 or more, the least our payment provider accepts')
      .max(
        MAX_NET,
        'Enter a price of 499,999.99 or less, so the total with tax isn’t more than our payment provider accepts',
      ),
    spanWeeks: wholeNumber('the number of weeks', 0, 52),
    spanMonths: wholeNumber('the number of months', 0, 24),
    features: z
      .array(text({ required: 'Add some text or remove this line', max: 120 }))
      .min(1, 'List at least one thing that’s included')
      .max(12, 'List no more than 12 things'),
    isOnSale: z.boolean(),
    lines: z
      .array(DraftLine)
      .min(1, 'Add at least one session or deliverable')
      .max(30, 'Add no more than 30 sessions and deliverables'),
  })
  .superRefine((draft, check) => {
    const complain = (path: (string | number)[], message: string) => check.addIssue({ code: 'custom', path, message })
    if (draft.spanWeeks + draft.spanMonths === 0) complain(['spanWeeks'], 'A package has to last at least a week')
    const weights = draft.lines.reduce((sum, { weight }) => sum + weight, 0)
    if (weights !== WHOLE_PRICE) complain(['lines'], describeWeights(weights))
    const keys = new Set<string>()
    for (const [index, line] of draft.lines.entries()) {
      for (const [field, message] of lineErrors(line)) complain(['lines', index, field], message)
      if (line.key !== null && keys.has(line.key)) complain(['lines', index, 'title'], 'This line appears twice')
      if (line.key !== null) keys.add(line.key)
    }
  })
export type PackageDraft = z.infer<typeof PackageDraft>

function describeWeights(sum: number): string {
  const difference = Math.abs(WHOLE_PRICE - sum).toLocaleString('en-GB')
  return `The weights must add up to 10,000, the whole price. You’re ${difference} ${sum < WHOLE_PRICE ? 'short' : 'over'}.`
}

function lineErrors({ kind, minutes, unit, quantity }: DraftLine): [field: keyof DraftLine, message: string][] {
  if (kind === 'session') return minutes === null ? [['minutes', 'Enter the number of minutes']] : []
  return [
    ...(unit ? [] : [['unit', 'Enter a unit, for example “report”'] as ['unit', string]]),
    ...(quantity === null ? [['quantity', 'Only sessions can be unlimited'] as ['quantity', string]] : []),
  ]
}

/** Customers affected by a new version. All of them keep the version they agreed to. */
export const Buyers = z.object({
  /** Members with a running subscription. */
  subscribers: z.int(),
  /** Purchases with an unfinished payment. */
  openCheckouts: z.int(),
})
export type Buyers = z.infer<typeof Buyers>

/** The current version, on sale or not. */
export const EditablePackage = Package.omit({ canBeBought: true }).extend({
  isOnSale: z.boolean(),
  spanWeeks: z.int(),
  spanMonths: z.int(),
  publishedAt: z.iso.datetime(),
})
export type EditablePackage = z.infer<typeof EditablePackage>

export const PackageHistory = EditablePackage.extend({
  buyers: Buyers,
  /** Latest versions, newest first. */
  versions: z.array(
    z.object({ version: z.int(), title: z.string(), netPrice: z.int(), publishedAt: z.iso.datetime() }),
  ),
})
export type PackageHistory = z.infer<typeof PackageHistory>

const packageParams = z.strictObject({ packageId: z.string().min(1).max(100) })

const packageNotFound = { status: 404, message: 'We couldn’t find this package.' } as const

export const listCatalogue = endpoint('GET /api/admin/catalogue', {
  summary: 'List the current version of every package, on sale or not',
  access: 'administrator',
  response: z.object({ packages: z.array(EditablePackage) }),
})

export const downloadCatalogue = endpoint('GET /api/admin/catalogue.csv', {
  summary: 'Download the catalogue as CSV, one row per package line',
  ...csvDownload,
})

export const getCataloguePackage = endpoint('GET /api/admin/catalogue/:packageId', {
  summary: 'Get a package with its weights, its latest versions and its number of buyers',
  access: 'administrator',
  params: packageParams,
  response: PackageHistory,
  refusals: { 'package-not-found': packageNotFound },
})

export const publishPackage = endpoint('PUT /api/admin/catalogue/:packageId', {
  summary: 'Publish a new version of a package; buyers of earlier versions keep the version they bought',
  access: 'administrator',
  params: packageParams,
  body: z.strictObject({
    /** The version that the form loaded, used to detect concurrent changes. */
    version: z.int().min(1).max(2_147_483_646),
    draft: PackageDraft,
  }),
  response: PackageHistory,
  message: 'Package published. It’ll be live on the public pages within seconds.',
  refusals: {
    ...confirmationNeeded,
    'package-not-found': packageNotFound,
    'edited-elsewhere':
      'Someone else has published a new version of this package since you opened it. What you’ve typed is still here. Open the package in another window to see their changes, then reload this page to edit that version.',
    'nothing-changed': 'Nothing has changed, so there’s nothing to publish.',
    'monthly-span': 'Subscriptions are charged monthly, so this package has to last one month.',
    'grant-mismatch':
      'One of the lines can’t be granted that way. “Once per subscription” is only for packages that renew, and “Once per purchase” only for packages that don’t.',
    'line-unknown': 'One of the lines is no longer part of this package. Reload the page.',
    'line-kind-changed':
      'You can’t turn a session into a deliverable, or the other way round. Remove the line and add a new one.',
  },
})
