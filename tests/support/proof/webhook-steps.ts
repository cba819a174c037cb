import type { TestApp } from '../app/start-app.ts'

/** Steps in a random history that decide which of the provider's webhooks arrive, and in which order. */
export function webhookSteps({ sandbox, settle }: Pick<TestApp, 'sandbox' | 'settle'>) {
  return {
    async webhooksArrive() {
      await sandbox.releaseWebhooks('oldest-first')
      await settle()
    },
    async webhooksArriveBackwards() {
      await sandbox.releaseWebhooks('newest-first')
      await settle()
    },
    async webhookAgain() {
      const last = sandbox.deliveries().findLast(({ state }) => state === 'delivered')
      if (last) await Promise.all([sandbox.redeliverEvent(last.event), sandbox.redeliverEvent(last.event)])
      await settle()
    },
    async webhooksAreLost() {
      sandbox.disturbWebhooks({ drop: true })
    },
    async webhooksAreHeld() {
      sandbox.disturbWebhooks({ hold: true, duplicates: 2 })
    },
  }
}

/** Delivers every lost event after all. */
export async function deliverLostWebhooks({ sandbox, settle }: Pick<TestApp, 'sandbox' | 'settle'>) {
  const lost = sandbox.deliveries().filter(({ state }) => state === 'dropped')
  for (const { event } of lost) await sandbox.redeliverEvent(event)
  await settle()
}
