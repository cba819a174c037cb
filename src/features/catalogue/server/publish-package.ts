import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { JsonObject } from '#platform/shared/json.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { publishPackage as endpoint, PackageDraft, PackageHistory } from '../contract/editing.ts'
import { decidePublication, nameLines } from '../rules/publication.ts'
import { insertVersion, listKnownKeys, listSoldVersions, lockPackage } from './editing-store.ts'
import { type CountBuyers, getCataloguePackage } from './get-catalogue-package.ts'

/** Whoever bought a version keeps it: a change is a version of its own, and what is sold is the newest. */
export async function publishPackage(
  context: MemberContext,
  packageId: string,
  { version, draft }: BodyOf<typeof endpoint>,
  countBuyers: CountBuyers,
): Promise<PackageHistory> {
  const { db, now } = context
  return db.transaction().execute(async (tx) => {
    const isThere = await lockPackage(tx, packageId)
    const [sold] = await listSoldVersions(tx, packageId)
    if (!isThere || !sold) throw new Refused('package-not-found')
    const decision = decidePublication(sold, { version, draft })
    if (!decision.ok) throw new Refused(decision.reason)

    const lines = nameLines(draft.lines, await listKnownKeys(tx, packageId))
    const published = await insertVersion(tx, { ...draft, packageId, lines, kept: sold, publishedAt: now() })

    await recordAction(tx, context, {
      action: 'package.version-published',
      object: { kind: 'package', id: packageId },
      before: factsOf(sold, sold.version),
      after: factsOf({ ...draft, lines }, published),
    })
    return getCataloguePackage(tx, packageId, countBuyers)
  })
}

function factsOf(draft: PackageDraft, version: number): JsonObject {
  const { title, description, netPrice, spanWeeks, spanMonths, features, isOnSale, lines } = draft
  return { version, title, description, netPrice, spanWeeks, spanMonths, features, isOnSale, lines }
}
