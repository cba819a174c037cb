import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { CancellationOutcome } from '../contract.ts'
import { outcomes } from '../rules.ts'
import { cancellationCaseEmail } from './emails.ts'
import { type StoredCancellation, saveOutcome } from './store.ts'

/** Closes the case, or tells the company that someone must look at it. Repeating it changes nothing. */
export async function recordOutcome(
  context: Context,
  cancellation: StoredCancellation,
  { outcome, purchaseId }: { outcome: CancellationOutcome; purchaseId: string | null },
): Promise<void> {
  const { isDone } = outcomes[outcome]
  const { messageId } = cancellation
  await context.db.transaction().execute(async (tx) => {
    if (!(await saveOutcome(tx, messageId, { outcome, purchaseId, isDone })) || isDone) return
    await sendEmail(tx, context, `message:${messageId}:company`, (site) =>
      cancellationCaseEmail({ ...cancellation, outcome }, site),
    )
  })
}
