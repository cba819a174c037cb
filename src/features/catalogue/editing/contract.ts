import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'
import { text } from '#platform/shared/text.ts'
import { GrantedPer, Package, PackageLine } from '../contract.ts'

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
    .number(`Please enter ${name}`)
    .int(`Please enter ${name} as a whole number`)
    .min(least, `At least ${least}`)
    .max(most, `At most ${most.toLocaleString('en-GB')}`)

const lineShape = {
  kind: z.enum(['session', 'deliverable']),
  title: text({ required: 'Please name it', max: 100 }),
  minutes: wholeNumber('the minutes', MIN_MINUTES, MAX_MINUTES).nullable(),
  unit: text({ max: 40 }).nullable(),
  /** Null means unlimited. */
  quantity: wholeNumber('how many', 1, 1_000).nullable(),
  grantedPer: GrantedPer,
  weight: wholeNumber('the weight', 0, WHOLE_PRICE),
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
    title: text({ required: 'Please enter a title', max: 60 }),
    description: text({ required: 'Please describe it', max: 300 }),
    netPrice: z
      .number('Please enter a price')
      .int('Please enter a price in pounds and pence')
      .min(MIN_NET, 'The price must be at least 0.50: our payment provider takes no less')
      .max(MAX_NET, 'The price must be at most 499,999.99: our payment provider takes no more with its tax'),
    spanWeeks: wholeNumber('the weeks', 0, 52),
    spanMonths: wholeNumber('the months', 0, 24),
    features: z
      .array(text({ required: 'Please write it, or take it away', max: 120 }))
      .min(1, 'Please say at least one thing that is in it')
      .max(12, 'At most 12: nobody reads more'),
    isOnSale: z.boolean(),
    lines: z.array(DraftLine).min(1, 'A package promises at least one thing').max(30, 'At most 30'),
  })
  .superRefine((draft, check) => {
    const complain = (path: (string | number)[], message: string) => check.addIssue({ code: 'custom', path, message })
    if (draft.spanWeeks + draft.spanMonths === 0) complain(['spanWeeks'], 'A package lasts at least a week')
    const weights = draft.lines.reduce((sum, { weight }) => sum + weight, 0)
    if (weights !== WHOLE_PRICE) complain(['lines'], describeWeights(weights))
    const keys = new Set<string>()
    for (const [index, line] of draft.lines.entries()) {
      for (const [field, message] of lineErrors(line)) complain(['lines', index, field], message)
      if (line.key !== null && keys.has(line.key)) complain(['lines', index, 'title'], 'This line is there twice')
      if (line.key !== null) keys.add(line.key)
    }
  })
export type PackageDraft = z.infer<typeof PackageDraft>

function describeWeights(sum: number): string {
  const difference = Math.abs(WHOLE_PRICE - sum)
  const much = `${difference.toLocaleString('en-GB')} ${difference === 1 ? 'is' : 'are'}`
  return `The weights must be 10,000 together, the whole price. ${much} ${sum < WHOLE_PRICE ? 'missing' : 'too many'}.`
}

function lineErrors({ kind, minutes, unit, quantity }: DraftLine): [field: keyof DraftLine, message: string][] {
  if (kind === 'session') return minutes === null ? [['minutes', 'Please enter the minutes']] : []
  return [
    ...(unit ? [] : [['unit', 'Please enter what is counted, such as "report"'] as ['unit', string]]),
    ...(quantity === null ? [['quantity', 'Only sessions can be unlimited'] as ['quantity', string]] : []),
  ]
}

/** Customers affected by a new version. All keep the version they agreed to. */
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
  lines: z.array(PackageLine.extend({ weight: z.int() })),
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

const packageNotFound = { status: 404, message: 'There is no such package.' } as const

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
  summary: 'Publish a new version of a package; buyers of earlier versions keep theirs',
  access: 'administrator',
  params: packageParams,
  body: z.strictObject({
    /** Version the form loaded, to detect concurrent changes. */
    version: z.int().min(1).max(2_147_483_646),
    draft: PackageDraft,
  }),
  response: PackageHistory,
  message: 'Published. The public pages show it within seconds.',
  refusals: {
    ...confirmationNeeded,
    'package-not-found': packageNotFound,
    'edited-elsewhere':
      'Somebody else has published this package meanwhile. What you have typed is still here: open the package in another window to see what is new, and load this page again to change that.',
    'nothing-changed': 'Nothing has changed, so there is nothing to publish.',
    'monthly-span': 'A subscription is paid each month, so it lasts one month at a time.',
    'grant-mismatch':
      'One of the lines is granted in a way that does not fit: once for a whole subscription is only for packages that renew, and there nothing is granted for each purchase.',
    'line-unknown': 'One of the lines is not part of this package any more. Please load the page again.',
    'line-kind-changed':
      'A session cannot become a deliverable, or the other way round. Please take it away and add a new one.',
  },
})
