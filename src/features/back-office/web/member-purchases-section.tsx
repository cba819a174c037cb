import { Link } from 'react-router'
import { PurchaseBadge } from '#features/purchases/web/public.tsx'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { formatDate } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Money } from '#platform/web/ui/money.tsx'
import { listMemberPurchases } from '../contract/member.ts'
import { MemberListSection } from './member-lists-section.tsx'

type MemberPurchasesProps = { memberId: string; first: ResponseOf<typeof listMemberPurchases> }

export function MemberPurchasesSection({ memberId, first }: MemberPurchasesProps) {
  return (
    <MemberListSection
      title="Purchases"
      none="They have bought nothing."
      first={first}
      fetchPage={(cursor) => load(listMemberPurchases, { params: { memberId }, query: { cursor } })}
    >
      {(purchase) => (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={`/admin/purchases/${purchase.id}`} className="link font-semibold wrap-anywhere">
              {purchase.packageTitle}
            </Link>
            <PurchaseBadge purchase={purchase} />
          </p>
          <p className="text-sm text-muted">
            {purchase.reference ? `${purchase.reference}, ` : ''}
            {formatDate(purchase.purchaseDate)}, <Money amount={purchase.total} currency={purchase.currency} />
            {purchase.refunded > 0 ? (
              <>
                , of which <Money amount={purchase.refunded} currency={purchase.currency} /> went back
              </>
            ) : null}
          </p>
        </>
      )}
    </MemberListSection>
  )
}
