import { randomUUID } from 'node:crypto'
import type { StoredPurchase } from '#features/purchases/server/public.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { attemptLogged } from '#platform/server/jobs/process-batch.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { countOpenAnomalies } from '../../anomalies/server/store.ts'
import { isAbandoned } from '../../checkout/rules.ts'
import { cancelAtProvider, markAbandoned } from '../../checkout/server/cancel-purchase.ts'
import { syncPurchase } from '../../checkout/server/sync-purchase.ts'
import { walkPendingPurchases } from '../../checkout/server/walk-pending-purchases.ts'
import { listDisputedPurchases } from '../../disputes/server/store.ts'
import { sendRefund } from '../../refunds/server/send-refund.ts'
import { listOpenRefunds } from '../../refunds/server/store.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { fetchMissedEvents, handleOpenEvents } from '../../webhooks/server/missed-events.ts'
import { acquireLock, recordReconciled, releaseLock, renewLock } from './store.ts'

/** Wait this long for the return page and the webhook before we query Stripe ourselves. */
const QUIET_MINUTES = 2

export const reconcilePaymentsQueue: Queue<{ isAtStart?: boolean }> = {
  name: 'reconcile-payments',
  retryDelay: 30,
  retryLimit: 3,
  cron: '*/5 * * * *',
}

/** What one run has done, in numbers. */
export type Reconciliation = {
  events: { worked: number; failed: number; fetched: number }
  purchases: { looked: number; completed: number; cancelled: number; failed: number }
  openAnomalies: number
}

/**
 * Completes every paid purchase, even if its event was lost. Only one run is active at a time, because a second one
 * would only repeat the work.
 * @returns undefined if another run is active
 */
export async function reconcilePayments(
  context: PaymentsContext,
  { isAtStart = false } = {},
): Promise<Reconciliation | undefined> {
  const { db, provider, log } = context
  const run = { mode: provider.mode, lockedBy: randomUUID() }
  // At startup, take over the lock: the process that held it is no longer running.
  if (!(await acquireLock(db, { ...run, takesOver: isAtStart }))) {
    log.info('reconciliation skipped: another run is active')
    return undefined
  }
  try {
    return await reconcileAll(context, run, isAtStart)
  } finally {
    await releaseLock(db, run.lockedBy)
  }
}

async function reconcileAll(context: PaymentsContext, run: Run, isAtStart: boolean): Promise<Reconciliation> {
  const holdsLock = () => renewLock(context.db, run)
  const fetched = await attemptLogged(context.log, {}, 'fetching missed events failed', () =>
    fetchMissedEvents(context),
  )
  const handled = await handleOpenEvents(context, { isAtStart, holdsLock })
  // At startup, include payments from the last few minutes: the process that was handling them is no longer running.
  const startedBefore = new Date(context.now().getTime() - (isAtStart ? 0 : QUIET_MINUTES * MINUTE_MS))
  const purchases = await reconcilePendingPurchases(context, startedBefore, holdsLock)
  await reconcileRefunds(context, startedBefore, holdsLock)
  // The operator monitors the time since the last complete run. A failed or interrupted run must not count.
  if (fetched !== undefined && (await holdsLock())) await recordReconciled(context.db, run.mode)
  const openAnomalies = await countOpenAnomalies(context.db)
  return { events: { ...handled, fetched: fetched ?? 0 }, purchases, openAnomalies }
}

type Run = Parameters<typeof renewLock>[1]

async function reconcilePendingPurchases(
  context: PaymentsContext,
  startedBefore: Date,
  holdsLock: () => Promise<boolean>,
) {
  const counts = { looked: 0, completed: 0, cancelled: 0, failed: 0 }
  for await (const purchase of walkPendingPurchases(context, startedBefore)) {
    if (!(await holdsLock())) return counts
    const logFields = { purchaseId: purchase.id }
    const outcome = await attemptLogged(context.log, logFields, 'purchase reconciliation failed', () =>
      reconcilePurchase(context, purchase),
    )
    counts.looked += 1
    if (outcome !== 'open') counts[outcome ?? 'failed'] += 1
  }
  return counts
}

async function reconcilePurchase(
  context: PaymentsContext,
  purchase: StoredPurchase,
): Promise<'completed' | 'cancelled' | 'open'> {
  const isExpired = isAbandoned(purchase, context.now())
  if (isExpired) await cancelAtProvider(context, purchase)
  const outcome = await syncPurchase(context, purchase.id)
  if (outcome === 'paid') return 'completed'
  const isUnpayable = !purchase.paymentIntentId || outcome === 'missing'
  if (isExpired && isUnpayable) await markAbandoned(context, purchase.id)
  return outcome === 'cancelled' || (isExpired && isUnpayable) ? 'cancelled' : 'open'
}

/** Sends refunds whose job was lost, and syncs pending refunds and open disputes. */
export async function reconcileRefunds(
  context: PaymentsContext,
  before: Date,
  holdsLock: () => Promise<boolean>,
): Promise<void> {
  const { db, provider } = context
  for (const { id, purchaseId, status } of await listOpenRefunds(db, { paymentMode: provider.mode, before })) {
    if (!(await holdsLock())) return
    await logFailure(
      context,
      purchaseId,
      (): Promise<unknown> => (status === 'requested' ? sendRefund(context, id) : syncPurchase(context, purchaseId)),
    )
  }
  for (const purchaseId of await listDisputedPurchases(db, provider.mode)) {
    if (!(await holdsLock())) return
    await logFailure(context, purchaseId, () => syncPurchase(context, purchaseId))
  }
}

async function logFailure({ log }: PaymentsContext, purchaseId: string, work: () => Promise<unknown>): Promise<void> {
  await attemptLogged(log, { purchaseId }, 'refund and dispute reconciliation failed', work)
}
