import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import * as work from '#features/deliverables/consultant/contract.ts'
import * as deliverables from '#features/deliverables/member/contract.ts'
import { type Buyer, consumer } from '#features/payments/checkout/contract/buyer.ts'
import { getMemberQuote, startPurchase } from '#features/payments/checkout/contract.ts'
import type { Actor } from './api-client.ts'
import type { Consultant } from './consultants.ts'
import type { DemoSite } from './demo-site.ts'
import { daysAgo, type NewMember, type Step } from './story.ts'

type Order = {
  packageId: string
  market: 'uk' | 'international'
  /** A token that selects one of the sandbox's cards. */
  card: string
  /** If false, the package starts on day 15 (PRODUCT D19). */
  startsNow: boolean
  buyer: Buyer
}

/** The step in which a person registers and buys a package. */
export function firstPurchase(days: number, person: NewMember, order: Parameters<typeof buyPackage>[2]): Step {
  return daysAgo(days, async (people) => {
    await buyPackage(people.site, await person.register(people), order)
  })
}

/** Takes the purchase of a package as far as the payment, which may be declined. @returns the purchase id */
export async function buyPackage(
  site: DemoSite,
  member: Actor,
  {
    packageId,
    market = 'uk',
    card = 'tok_visa',
    startsNow = true,
    buyer = consumer,
  }: Pick<Order, 'packageId'> & Partial<Order>,
): Promise<string> {
  const quote = await member.call(getMemberQuote, { params: { market, packageId }, query: {} })
  const { purchase, clientSecret } = await member.call(startPurchase, {
    body: {
      packageId,
      packageVersion: quote.package.version,
      market,
      expectedTotal: quote.price.total,
      consents: { version: quote.consents.version, start: startsNow ? 'today' : 'later', acknowledged: startsNow },
      buyer,
      isUnder18: quote.asksForAge ? false : null,
    },
  })
  await site.confirmCard(clientSecret, card)
  await site.settle()
  return purchase.id
}

type DeliverableChoice = { lineKey: string; number?: number }

/** The state in which a demo deliverable is left. */
type DeliverableStep = 'taken' | 'approval-requested' | 'changes-requested' | 'approved' | 'delivered'

/**
 * Accepts a member's deliverable as the consultant and brings it to the given state, including the member's answers.
 */
export async function produceDeliverable(
  consultant: Consultant,
  member: Actor,
  { lineKey, number = 1 }: DeliverableChoice,
  finalStep: DeliverableStep,
): Promise<void> {
  const { items } = await member.call(deliverables.listDeliverables, { query: { limit: 100 } })
  const item = items.find(
    (deliverable) => deliverable.lineKey === lineKey && deliverable.number === number && isOpen(deliverable),
  )
  if (!item) throw new Error(`${member.email} has no deliverable ${number} of ${lineKey}`)
  const params = { deliverableId: item.id }
  await consultant.call(work.takeDeliverable, { params })
  if (finalStep === 'taken') return
  const name = `${lineKey}-${number}.pdf`
  const report = await writeReport(`${item.title}, no. ${number}`)
  await consultant.upload(work.addVersionFile, { params, query: { name } }, report)
  if (finalStep === 'delivered') {
    await consultant.call(work.markDelivered, { params })
    return
  }
  await consultant.call(work.requestApproval, { params })
  if (finalStep === 'approved') await member.call(deliverables.approveDeliverable, { params, body: { version: 1 } })
  if (finalStep !== 'changes-requested') return
  const text = 'This is close. Could the second half be shorter, and in the colours of our logo?'
  await member.call(deliverables.requestChanges, { params, body: { version: 1, text } })
  await consultant.call(work.answerComment, { params, body: { text: 'Of course. You have it by Friday.' } })
}

function isOpen({ state }: { state: string }): boolean {
  return state === 'planned' || state === 'in_progress'
}

/** Creates a one-page PDF with a single line of text. */
function writeReport(title: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4' })
  const file = buffer(pdf)
  pdf.fontSize(20).text(title).end()
  return file
}
