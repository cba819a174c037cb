import './tables.ts'
import { type RawBuilder, sql } from 'kysely'

// The one rule of what may be used: for the member who books, and for what they have booked already.

/**
 * Packages that are neither cancelled nor in one of these states, as a table to be called `owned`; `last_start` and
 * `last_end` are when the last such month of a subscription begins and ends.
 * @param whose a condition on entitlements: all or none of a member's, since their months count together
 */
export function usablePackages(whose: RawBuilder<unknown>, except: ('refunded' | 'disputed')[]) {
  return sql`
    select
      entitlement.id, entitlement.purchase_id, entitlement.package_id, entitlement.package_version,
      purchase.subscription_id, entitlement.starts_at, entitlement.ends_at,
      max(entitlement.ends_at) over (partition by coalesce(purchase.subscription_id, entitlement.id)) as last_end,
      max(entitlement.starts_at) over (partition by coalesce(purchase.subscription_id, entitlement.id)) as last_start
    from entitlement
    left join purchase on purchase.id = entitlement.purchase_id
    where ${whose}
      and entitlement.cancelled_at is null
      and (purchase.status is null or purchase.status <> all (${except}))
  `
}

/** A session of a `package_line` of `owned` must start before: what is granted once a subscription, before its last month ends. */
export const endOfSessions = sql<Date>`
  case when package_line.granted_per = 'subscription' then owned.last_end else owned.ends_at end`

/** What the packages in `owned` promise (`package_line`), joined with what the ledger says of it (`entitlement_entry`). */
export const ledgerOfOwned = sql`
  join package_line
    on package_line.package_id = owned.package_id and package_line.version = owned.package_version
  join entitlement_entry
    on entitlement_entry.entitlement_id = owned.id and entitlement_entry.line_key = package_line.key`
