import '../../server/tables.ts'
import { type RawBuilder, sql } from 'kysely'

// Which packages and sessions can be used. Shared by new and existing bookings.

/**
 * The SQL table `owned`: packages that are not cancelled and whose purchase has none of these statuses. For a
 * subscription, `last_start` and `last_end` are the start and end of the latest such month.
 * @param condition SQL; it must select all or none of a subscription's months, because they count together
 */
export function usablePackages(condition: RawBuilder<unknown>, excludedStatuses: ('refunded' | 'disputed')[]) {
  return sql`
    select
      entitlement.id, entitlement.purchase_id, entitlement.package_id, entitlement.package_version,
      purchase.subscription_id, entitlement.starts_at, entitlement.ends_at,
      max(entitlement.ends_at) over (partition by coalesce(purchase.subscription_id, entitlement.id)) as last_end,
      max(entitlement.starts_at) over (partition by coalesce(purchase.subscription_id, entitlement.id)) as last_start
    from entitlement
    left join purchase on purchase.id = entitlement.purchase_id
    where ${condition}
      and entitlement.cancelled_at is null
      and (purchase.status is null or purchase.status <> all (${excludedStatuses}))
  `
}

/**
 * Sessions must start before this: the end of the package or, for sessions granted once per subscription, of the last
 * month.
 */
export const endOfSessions = sql<Date>`
  case when package_line.granted_per = 'subscription' then owned.last_end else owned.ends_at end`

/** Joins `owned` with its lines (`package_line`) and their ledger entries (`entitlement_entry`). */
export const ledgerOfOwned = sql`
  join package_line
    on package_line.package_id = owned.package_id and package_line.version = owned.package_version
  join entitlement_entry
    on entitlement_entry.entitlement_id = owned.id and entitlement_entry.line_key = package_line.key`
