import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { publishPackage as endpoint, PackageHistory } from '../contract.ts'
import { assignLineKeys, decidePublication, pickDraft } from '../rules.ts'
import { type CountBuyers, getCataloguePackage } from './list-catalogue.ts'
import { listKnownKeys, listSoldVersions, lockPackage, publishVersion } from './store.ts'

/** Buyers keep their version, so every change creates a new one. Only the newest is sold. */
export async function publishPackage(
  context: MemberContext,
  packageId: string,
  { version, draft }: BodyOf<typeof endpoint>,
  countBuyers: CountBuyers,
): Promise<PackageHistory> {
  const { db, now } = context
  return db.transaction().execute(async (tx) => {
    await lockPackage(tx, packageId)
    const [sold] = await listSoldVersions(tx, packageId)
    if (!sold) throw new Refused('package-not-found')
    const decision = decidePublication(sold, { version, draft })
    if (!decision.ok) throw new Refused(decision.reason)

    const lines = assignLineKeys(draft.lines, await listKnownKeys(tx, packageId))
    // Billing and image never change.
    const { billing, image } = sold
    const published = await publishVersion(tx, { ...draft, packageId, lines, billing, image, createdAt: now() })

    await recordAction(tx, context, {
      action: 'package.version-published',
      object: { kind: 'package', id: packageId },
      before: { version: sold.version, ...pickDraft(sold) },
      after: { version: published, ...pickDraft({ ...draft, lines }) },
    })
    return getCataloguePackage(tx, packageId, countBuyers)
  })
}
