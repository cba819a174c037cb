import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { isUuid } from '#platform/shared/uuid.ts'

// The audit log stores ids only, so names are looked up when it is read.

export type NamedObject = { id: string; name: string; memberId: string | null }

const accountName = sql`nullif(trim(account.first_name || ' ' || account.last_name), '')`
const ownerSuffix = sql`coalesce(', ' || ${accountName}, '')`

/** Returns the current names for ids of any kind and leaves out deleted objects. */
export async function listNames(db: Db, ids: string[]): Promise<NamedObject[]> {
  if (ids.length === 0) return []
  const requestedIds = sql`any(${ids.filter(isUuid)}::uuid[])`
  const { rows } = await sql<NamedObject>`
    select id::text, name, "memberId" from (
      select account.id::text, ${accountName} as name, account.id as "memberId" from account where account.id = ${requestedIds}
      union all
      select consultant.id::text, consultant.display_name, null from consultant where consultant.id = ${requestedIds}
      union all
      select purchase.id::text, coalesce(purchase.reference || ', ', '') || package_version.title || ${ownerSuffix}, account.id
      from purchase
      join account on account.id = purchase.member_id
      join package_version on package_version.package_id = purchase.package_id
        and package_version.version = purchase.package_version
      where purchase.id = ${requestedIds}
      union all
      select entitlement.id::text, package_version.title || ${ownerSuffix}, account.id
      from entitlement
      join account on account.id = entitlement.member_id
      join package_version on package_version.package_id = entitlement.package_id
        and package_version.version = entitlement.package_version
      where entitlement.id = ${requestedIds}
      union all
      select booking.id::text, booking.title || ${ownerSuffix}, account.id
      from booking join account on account.id = booking.member_id
      where booking.id = ${requestedIds}
      union all
      select deliverable.id::text, deliverable.title || ${ownerSuffix}, account.id
      from deliverable join account on account.id = deliverable.member_id
      where deliverable.id = ${requestedIds}
      union all
      select story.id::text, story.title, null from story where story.id = ${requestedIds}
      union all
      select message.id::text, message.reference || ', ' || message.name, null from message where message.id = ${requestedIds}
      union all
      select email.id::text, email.subject, null from email where email.id = ${requestedIds}
      union all
      select package_version.package_id, package_version.title, null
      from package_version
      join (select package_id, max(version) as version from package_version group by package_id) newest
        using (package_id, version)
      where package_version.package_id = any(${ids})
    ) named
    where name is not null
  `.execute(db)
  return rows
}
