import { notifyAdministrators } from '#features/accounts/server/public.ts'
import { checkSeals } from '#platform/server/audit/check-seals.ts'
import type { Context } from '#platform/server/context.ts'

/** Verifies the audit log against its seals. Notifies each administrator once per finding; logs an error nightly. */
export async function checkAuditLog(context: Context): Promise<void> {
  const { db, log, now } = context
  const { entries, lastSeal, broken } = await checkSeals(db, now())
  const [firstBroken] = broken
  // Exported logs keep this count and seal, so they show whether the newest entries were removed together with their
  // seals.
  if (!firstBroken) return log.info({ entries, lastSeal }, 'the audit log is intact')
  log.error({ broken }, 'the audit log was changed outside the site')
  const reason = `audit-broken:${firstBroken.kind}:${firstBroken.position}:${broken.length}`
  await db
    .transaction()
    .execute((tx) =>
      notifyAdministrators(tx, context, { kind: 'audit-broken', brokenSeals: broken.length }, { reason }),
    )
}
