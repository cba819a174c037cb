import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { isUuid } from '#platform/shared/uuid.ts'

// The audit log stores ids only, so names are looked up when it is read.

export type Named = { id: string; name: string; memberId: string | null }

const person = sql`nullif(trim(account.first_name || ' ' || account.last_name), '')`
const whose = sql`coalesce(', ' || ${person}, '')`

/** Returns the current names of ids of any kind and leaves out deleted objects. */
export async function listNames(db: Db, ids: string[]): Promise<Named[]> {
  if (ids.length === 0) return []
  const asked = sql`any(${ids.filter(isUuid)}::uuid[])`
  const { rows } = await sql<Named>`
    select id::text, name, "memberId" from (
      select account.id::text, ${person} as name, account.id as "memberId" from account where account.id = ${asked}
      union all
      select consultant.id::text, consultant.display_name, null from consultant where consultant.id = ${asked}
      union all
      select purchase.id::text, coalesce(purchase.reference || ', ', '') || package_version.title || ${whose}, account.id
      from purchase
      join account on account.id = purchase.member_id
      join package_version on package_version.package_id = purchase.package_id
        and package_version.version = purchase.package_version
      where purchase.id = ${asked}
      union all
      select entitlement.id::text, package_version.title || ${whose}, account.id
      from entitlement
      join account on account.id = entitlement.member_id
      join package_version on package_version.package_id = entitlement.package_id
        and package_version.version = entitlement.package_version
      where entitlement.id = ${asked}
      union all
      select booking.id::text, booking.title || ${whose}, account.id
      from booking join account on account.id = booking.member_id
      where booking.id = ${asked}
      union all
      select deliverable.id::text, deliverable.title || ${whose}, account.id
      from deliverable join account on account.id = deliverable.member_id
      where deliverable.id = ${asked}
      union all
      select story.id::text, story.title, null from story where story.id = ${asked}
      union all
      select message.id::text, message.reference || ', ' || message.name, null from message where message.id = ${asked}
      union all
      select email.id::text, email.subject, null from email where email.id = ${asked}
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
