import { z } from 'zod'
import { clearable, text } from '../wire/parameter-types.ts'

/** What a shop can say for itself. Files and evidence of the card networks' own kinds are not known here. */
export const evidence = z.strictObject({
  access_activity_log: clearable(text).optional(),
  billing_address: clearable(text).optional(),
  cancellation_policy_disclosure: clearable(text).optional(),
  cancellation_rebuttal: clearable(text).optional(),
  customer_email_address: clearable(text).optional(),
  customer_name: clearable(text).optional(),
  customer_purchase_ip: clearable(text).optional(),
  duplicate_charge_explanation: clearable(text).optional(),
  duplicate_charge_id: clearable(text).optional(),
  product_description: clearable(text).optional(),
  refund_policy_disclosure: clearable(text).optional(),
  refund_refusal_explanation: clearable(text).optional(),
  service_date: clearable(text).optional(),
  shipping_address: clearable(text).optional(),
  shipping_carrier: clearable(text).optional(),
  shipping_date: clearable(text).optional(),
  shipping_tracking_number: clearable(text).optional(),
  uncategorized_text: clearable(text).optional(),
})

export type EvidenceGiven = z.output<typeof evidence>

type EvidenceText = Record<keyof EvidenceGiven, string | null>

export interface Evidence extends EvidenceText, ReturnType<typeof files> {
  enhanced_evidence: Record<string, never>
}

export function noEvidence(): Evidence {
  const names = Object.keys(evidence.shape) as (keyof EvidenceGiven)[]
  const texts = Object.fromEntries(names.map((name) => [name, null])) as EvidenceText
  return { ...texts, ...files(), enhanced_evidence: {} }
}

/** `null` takes a text back. */
export function addEvidence(before: Evidence, given: EvidenceGiven): Evidence {
  return Object.assign({ ...before }, given)
}

function files() {
  return {
    cancellation_policy: null,
    customer_communication: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    receipt: null,
    refund_policy: null,
    service_documentation: null,
    shipping_documentation: null,
    uncategorized_file: null,
  }
}
