import { randomUUID } from 'node:crypto'
import type { StoredPurchase } from '#features/purchases/server/public.ts'
import { isAbandoned } from '../rules.ts'
import { countOpenAnomalies } from './anomaly-store.ts'
import { convergePurchase } from './converge-purchase.ts'
import { fetchMissedEvents } from './fetch-missed-events.ts'
import { cancelAtProvider, markGivenUp } from './give-up-purchase.ts'
import type { PaymentsContext } from './payments-context.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import {
  holdReconciliation,
  keepReconciliation,
  noteReconciled,
  releaseReconciliation,
} from './reconciliation-store.ts'
import { walkPendingPurchases } from './walk-pending-purchases.ts'
import { workOpenEvents } from './work-open-events.ts'

/** The return page and the webhook get this long before we ask by ourselves. */
const QUIET_MINUTES = 2

/** What a run has looked at and done. */
export type Reconciliation = {
  events: { worked: number; failed: number; fetched: number }
  purchases: { looked: number; completed: number; cancelled: number; failed: number }
  openAnomalies: number
}

/**
 * Whatever was lost on the way, nobody who paid stays without a package (PAYMENTS §6.7). One run at a time, however long
 * it takes: what a later one would do, the one before is doing.
 * @returns undefined where another run is under way
 */
export async function reconcilePayments(
  context: PaymentsContext,
  { isAtStart = false } = {},
): Promise<Reconciliation | undefined> {
  const { db, provider, log } = context
  const run = { mode: provider.mode, holder: randomUUID() }
  // Whoever held it when the process ended will not come back.
  if (!(await holdReconciliation(db, { ...run, takesOver: isAtStart }))) {
    log.info('payments are being reconciled already')
    return undefined
  }
  try {
    return await reconcileAll(context, run, isAtStart)
  } finally {
    await releaseReconciliation(db, run.holder)
  }
}

async function reconcileAll(context: PaymentsContext, run: Run, isAtStart: boolean): Promise<Reconciliation> {
  const isOurTurn = () => keepReconciliation(context.db, run)
  const fetched = await fetchMissedEvents(context).catch((error: unknown) => {
    context.log.error({ error: String(error) }, 'missed events could not be fetched')
    return undefined
  })
  const worked = await workOpenEvents(context, { isAtStart, isOurTurn })
  // Whoever was in the middle of paying when the process ended has nobody else left who would ask.
  const quietSince = new Date(context.now().getTime() - (isAtStart ? 0 : QUIET_MINUTES * 60_000))
  const purchases = await reconcilePending(context, quietSince, isOurTurn)
  await reconcileRefunds(context, quietSince, isOurTurn)
  // Whoever watches how old the last whole run is learns of a provider that cannot be asked, and of one that was cut off.
  if (fetched !== undefined && (await isOurTurn())) await noteReconciled(context.db, run.mode)
  const openAnomalies = await countOpenAnomalies(context.db)
  return { events: { ...worked, fetched: fetched ?? 0 }, purchases, openAnomalies }
}

type Run = Parameters<typeof keepReconciliation>[1]

async function reconcilePending(context: PaymentsContext, quietSince: Date, isOurTurn: () => Promise<boolean>) {
  const done = { looked: 0, completed: 0, cancelled: 0, failed: 0 }
  for await (const purchase of walkPendingPurchases(context, quietSince)) {
    if (!(await isOurTurn())) return done
    // One purchase that fails must not keep the others waiting.
    const outcome = await reconcile(context, purchase).catch((error: unknown) => {
      context.log.error({ purchaseId: purchase.id, error: String(error) }, 'a purchase could not be reconciled')
      return 'failed' as const
    })
    done.looked += 1
    if (outcome !== 'open') done[outcome] += 1
  }
  return done
}

async function reconcile(
  context: PaymentsContext,
  purchase: StoredPurchase,
): Promise<'completed' | 'cancelled' | 'open'> {
  const abandoned = isAbandoned(purchase, context.now())
  if (abandoned) await cancelAtProvider(context, purchase)
  const outcome = await convergePurchase(context, purchase.id)
  if (outcome === 'paid') return 'completed'
  const cannotBePaid = !purchase.paymentIntentId || outcome === 'missing'
  if (abandoned && cannotBePaid) await markGivenUp(context, purchase.id)
  return outcome === 'cancelled' || (abandoned && cannotBePaid) ? 'cancelled' : 'open'
}
