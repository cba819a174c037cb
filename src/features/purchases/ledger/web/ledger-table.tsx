import { load } from '#platform/web/attempt.ts'
import { formatCompanyDate, formatDate } from '#platform/web/format-dates.ts'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { type Entry, listEntries } from '../contract.ts'

export function fetchEntries(entitlementId: string, cursor?: string) {
  return load(listEntries, { params: { entitlementId }, query: { cursor } })
}

type PackageEntriesProps = { entitlementId: string; first: Awaited<ReturnType<typeof fetchEntries>> }

/** A package's ledger, newest first (PRODUCT D22). */
export function PackageEntries({ entitlementId, first }: PackageEntriesProps) {
  const list = useLoadMore(first, (cursor) => fetchEntries(entitlementId, cursor))
  return (
    <div className="grid gap-6">
      <LedgerTable entries={list.items} />
      <LoadMore list={list} />
    </div>
  )
}

export function LedgerTable({ entries }: { entries: Entry[] }) {
  return (
    <table className="w-full">
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Date</th>
          <th scope="col">Count</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}

/** On a phone the text comes first, with the count beside it if there is room. */
function Line({ entry }: { entry: Entry }) {
  return (
    <tr className="max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-4 max-sm:py-3">
      <th scope="row" className="text-left font-normal max-sm:min-w-0 max-sm:grow max-sm:basis-40 sm:py-3 sm:pr-6">
        <span className="block font-medium">{entry.title}</span>
        <span className="block text-muted">{describeEntry(entry)}</span>
      </th>
      <td className="text-muted max-sm:order-last max-sm:basis-full max-sm:text-sm sm:py-3 sm:pr-6 sm:text-right sm:whitespace-nowrap">
        {formatDate(entry.occurredAt)}
      </td>
      <td className="text-right font-medium whitespace-nowrap tabular-nums sm:w-24 sm:py-3">{formatCount(entry)}</td>
    </tr>
  )
}

function describeEntry({ kind, reason, extendsUntil }: Entry): string {
  const description = extendsUntil ? `${kinds[kind]} until ${formatCompanyDate(extendsUntil)}` : kinds[kind]
  return reason ? `${description}: ${reason}` : description
}

function formatCount({ quantity }: Entry): string {
  if (quantity === null) return 'Unlimited'
  if (quantity === 0) return ''
  return quantity > 0 ? `+${quantity}` : `−${-quantity}`
}

const kinds = {
  grant: 'Part of the package',
  booked: 'Booked',
  held: 'Completed',
  delivered: 'Delivered',
  correction: 'Corrected',
  return: 'Returned',
  forfeit: 'Counted as used',
  extension: 'Package extended',
  expiry: 'Expired unused',
} satisfies Record<Entry['kind'], string>
