import type { MemberContext } from '#platform/server/context.ts'
import type { PackageProgress } from '../contract.ts'
import { sumProgress } from './list-store.ts'
import { planItems } from './plan-items.ts'

/** What was bought a moment ago is there when its member looks. */
export async function listProgress(context: MemberContext): Promise<PackageProgress[]> {
  const { db, actor } = context
  if (!actor.isOnlyLooking) await planItems(context, actor.memberId)
  const packages = new Map<string, PackageProgress>()
  for (const { packageId: id, ...line } of await sumProgress(db, actor.memberId)) {
    const known = packages.get(id)
    if (known) known.lines.push(line)
    else packages.set(id, { id, lines: [line] })
  }
  return [...packages.values()]
}
