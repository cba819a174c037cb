import { z } from 'zod'
import { Document } from '#features/purchases/contract/document.ts'
import { BoughtPackage, BuyerName } from '#features/purchases/contract/staff.ts'
import { BuyerKind, Purchase } from '#features/purchases/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { MailState } from '#platform/shared/mail-state.ts'
import { Currency, MinorUnits } from '#platform/shared/money.ts'
import { Anomaly } from './anomaly.ts'
import { Refund } from './refund.ts'

/** Money that moved at the provider: what went back is negative. */
const Movement = z.object({
  kind: z.enum(['charge', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal']),
  /** The provider's number of it. */
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

/** A refund with what only staff read of it. */
const StaffRefund = Refund.extend({
  failureReason: z.string().nullable(),
  endsAccess: z.boolean(),
  /** Who of the staff asked for it; null where it was the buyer or the provider, or where they have left. */
  requestedBy: z.string().nullable(),
})
export type StaffRefund = z.infer<typeof StaffRefund>

/** What the provider has told, newest first. Events that were followed are forgotten after some weeks. */
const ReceivedEvent = z.object({
  id: z.string(),
  type: z.string(),
  receivedAt: z.iso.datetime(),
  handledAt: z.iso.datetime().nullable(),
  failures: z.int(),
})

const WrittenMail = z.object({ id: z.uuid(), subject: z.string(), state: MailState, writtenAt: z.iso.datetime() })

/** All that is known of a purchase. */
export const PurchaseRecord = z.object({
  purchase: Purchase,
  isTest: z.boolean(),
  begunAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  /** The payment's number at the provider. */
  paymentIntentId: z.string().nullable(),
  buyer: z.object({
    member: BuyerName,
    kind: BuyerKind,
    companyName: z.string().nullable(),
    vatNumber: z.string().nullable(),
    address: z.array(z.string()).nullable(),
    country: z.string().nullable(),
    /** Of packages that ask for it. */
    isUnder18: z.boolean().nullable(),
    guardianConfirmedAt: z.iso.datetime().nullable(),
  }),
  consent: z.object({
    version: z.string(),
    at: z.iso.datetime(),
    startNow: z.boolean(),
    acknowledgeLoss: z.boolean(),
  }),
  /** Bought in place of this one. */
  replaces: z.object({ purchaseId: z.uuid(), credit: MinorUnits, currency: Currency }).nullable(),
  documents: z.array(Document),
  bought: BoughtPackage.nullable(),
  movements: z.array(Movement),
  refunds: z.array(StaffRefund),
  disputes: z.array(Dispute),
  events: z.array(ReceivedEvent),
  mails: z.array(WrittenMail),
  /** Cases in which the provider's books and ours did not agree. */
  anomalies: z.array(Anomaly),
})
export type PurchaseRecord = z.infer<typeof PurchaseRecord>

export const getPurchaseRecord = endpoint({
  method: 'GET',
  path: '/api/admin/purchases/:purchaseId',
  summary: 'All that is known of one purchase: figures, consent, papers, money that moved, events, letters',
  access: 'administrator',
  params: z.strictObject({ purchaseId: z.uuid() }),
  response: PurchaseRecord,
  refusals: { 'purchase-not-found': { status: 404, message: 'This purchase was not found.' } },
})
