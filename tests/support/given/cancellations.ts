import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app/start-app.ts'

type Details = Partial<{ id: string; name: string; orderReference: string; email: string }>

/** Confirms on "Cancel a contract", each time from a different network. */
export function declareCancellation(app: TestApp, details: Details) {
  const body = {
    id: randomUUID(),
    name: 'Ada Lovelace',
    orderReference: 'unknown',
    email: 'ada@example.org',
    ...details,
  }
  return app.stranger().post('/api/cancellations', body)
}

export async function readOrderReference(app: TestApp, purchaseId: string): Promise<string> {
  const [row] = await app.rows('select reference from purchase where id = $1', purchaseId)
  return row.reference
}

/** What became of each declaration, in their order. */
export async function listOutcomes(app: TestApp): Promise<[outcome: string | null, state: string][]> {
  const rows = await app.rows(
    'select outcome, state from cancellation join message on message.id = message_id order by received_at',
  )
  return rows.map(({ outcome, state }) => [outcome, state])
}
