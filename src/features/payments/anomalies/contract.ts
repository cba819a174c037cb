import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { csvDownload } from '#platform/shared/file-response.ts'
import { PageQuery, pageOf } from '#platform/shared/paging.ts'

/** A difference between Stripe's records and ours. It names nobody except the administrator who closed it. */
export const Anomaly = z.object({
  id: z.uuid(),
  kind: z.string(),
  /** Explains the case and how to fix it. */
  sentence: z.string(),
  /** Stripe's id of the payment, refund, dispute or event, or our purchase id. */
  subject: z.string(),
  purchaseId: z.uuid().nullable(),
  foundAt: z.iso.datetime(),
  resolution: z.object({ reason: z.string(), at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
})
export type Anomaly = z.infer<typeof Anomaly>

export const AnomalyState = z.enum(['open', 'resolved'])
export type AnomalyState = z.infer<typeof AnomalyState>

export const listAnomalies = endpoint('GET /api/admin/payment-anomalies', {
  summary: 'List anomalies (differences between Stripe’s records and ours), open or closed',
  access: 'administrator',
  query: PageQuery.extend({ state: AnomalyState.default('open') }),
  response: pageOf(Anomaly),
})

export const downloadAnomalies = endpoint('GET /api/admin/payment-anomalies.csv', {
  summary: 'Download the anomalies as CSV',
  query: z.strictObject({ state: AnomalyState.default('open') }),
  ...csvDownload,
})

export const resolveAnomaly = endpoint('POST /api/admin/payment-anomalies/:anomalyId/resolution', {
  summary: 'Close an anomaly with a reason',
  access: 'administrator',
  params: z.strictObject({ anomalyId: z.uuid() }),
  body: z.strictObject({ reason: z.string().trim().min(1, 'Say what you found or did').max(1_000) }),
  response: Anomaly,
  message: 'Case closed.',
  refusals: {
    'anomaly-not-found': { status: 404, message: 'We couldn’t find this case.' },
    'anomaly-resolved': 'This case is already closed.',
    'payment-processing': 'The bank is still processing this payment. Close the case when it’s done.',
    'provider-unavailable': {
      status: 503,
      message: 'We can’t reach our payment provider, so the case is still open. Try again in a minute.',
    },
  },
})
