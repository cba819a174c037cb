import { z } from 'zod'
import { BuyerKind, Purchase, purchaseNotFound, StartChoice } from '#features/purchases/contract.ts'
import { Document } from '#features/purchases/documents/contract.ts'
import { BoughtPackage } from '#features/purchases/ledger/contract.ts'
import { BuyerName } from '#features/purchases/search/contract.ts'
import { EmailStatus } from '#platform/shared/email-status.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { Anomaly } from '../anomalies/contract.ts'
import { Refund } from '../refunds/contract.ts'

/** A movement of money at Stripe; refunds and disputes are negative. */
export const Movement = z.object({
  kind: z.enum(['charge', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal']),
  providerId: z.string(),
  amount: z.int(),
  currency: Currency,
  occurredAt: z.iso.datetime(),
})
export type Movement = z.infer<typeof Movement>

const Dispute = z.object({
  providerId: z.string(),
  amount: MinorUnits,
  currency: Currency,
  reason: z.string(),
  status: z.enum(['open', 'won', 'lost']),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
})

/** A refund, including the details that only staff see. */
export const StaffRefund = Refund.extend({
  failureReason: z.string().nullable(),
  endsAccess: z.boolean(),
  /** Null if the buyer or Stripe requested it, or if the staff account is deleted. */
  requestedBy: z.string().nullable(),
})
export type StaffRefund = z.infer<typeof StaffRefund>

/** Events from Stripe, newest first. Handled events are deleted after some weeks. */
const ReceivedEvent = z.object({
  id: z.string(),
  type: z.string(),
  receivedAt: z.iso.datetime(),
  handledAt: z.iso.datetime().nullable(),
  failures: z.int(),
})

const RecordedEmail = z.object({ id: z.uuid(), subject: z.string(), state: EmailStatus, writtenAt: z.iso.datetime() })

/** Everything stored about one purchase, for staff. */
export const PurchaseRecord = z.object({
  purchase: Purchase,
  isTest: z.boolean(),
  begunAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  paymentIntentId: z.string().nullable(),
  buyer: z.object({
    member: BuyerName,
    kind: BuyerKind,
    companyName: z.string().nullable(),
    vatNumber: z.string().nullable(),
    address: z.array(z.string()).nullable(),
    country: z.string().nullable(),
    /** Null if the package does not ask for the age. */
    isUnder18: z.boolean().nullable(),
    guardianConfirmedAt: z.iso.datetime().nullable(),
  }),
  consent: z.object({
    version: z.string(),
    at: z.iso.datetime(),
    start: StartChoice.nullable(),
  }),
  /** The package this purchase replaced, and its refund. */
  replaces: z.object({ purchaseId: z.uuid(), credit: MinorUnits, currency: Currency }).nullable(),
  documents: z.array(Document),
  bought: BoughtPackage.nullable(),
  movements: z.array(Movement),
  refunds: z.array(StaffRefund),
  disputes: z.array(Dispute),
  events: z.array(ReceivedEvent),
  emails: z.array(RecordedEmail),
  /** Differences between Stripe's records and ours. */
  anomalies: z.array(Anomaly),
})
export type PurchaseRecord = z.infer<typeof PurchaseRecord>

export const getPurchaseRecord = endpoint('GET /api/admin/purchases/:purchaseId', {
  summary: 'Get everything stored about one purchase: amounts, consents, documents, payments, events and emails',
  access: 'administrator',
  params: z.strictObject({ purchaseId: z.uuid() }),
  response: PurchaseRecord,
  refusals: { 'purchase-not-found': purchaseNotFound },
})
