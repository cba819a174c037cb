import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { documentKinds, PurchaseBadge } from '#features/purchases/web/public.tsx'
import { LedgerTable } from '#features/purchases/web/public-package.tsx'
import { StaffDocumentDownload } from '#features/purchases/web/public-staff.tsx'
import { formatMoney } from '#platform/shared/format-money.ts'
import { loaderOf } from '#platform/web/attempt.ts'
import { formatDate, formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { RefundDialog } from '../../refunds/web/refund-dialog.tsx'
import { getPurchaseRecord, type PurchaseRecord } from '../contract.ts'
import { EmailsAndEventsSection, MoneyMovementsSection } from './purchase-activity-section.tsx'
import { Facts, ListSection, RecordSection } from './record-section.tsx'

export const meta = privateMeta('Purchase')

export const clientLoader = loaderOf(getPurchaseRecord)

/** Shows administrators everything about one purchase, and lets them refund the payment. */
export default function PurchasePage() {
  const record = useLoaderData<typeof clientLoader>()
  const [isRefunding, setRefunding] = useState(false)
  const { id, packageTitle, reference } = record.purchase
  return (
    <>
      <BackLink to="/admin/purchases">All purchases</BackLink>
      <PageHeading
        title={packageTitle}
        lead={reference ?? 'Not paid'}
        actions={
          canRefund(record) ? (
            <Button variant="secondary" size="small" onClick={() => setRefunding(true)}>
              Refund
            </Button>
          ) : null
        }
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <AmountsSection record={record} />
        <BuyerSection record={record} />
        <DocumentsSection record={record} />
        <PackageSection record={record} />
        <MoneyMovementsSection record={record} />
        <EmailsAndEventsSection record={record} />
      </div>
      {isRefunding ? <RefundDialog key={id} purchaseId={id} onClose={() => setRefunding(false)} /> : null}
    </>
  )
}

/** Hide the button if the server would refuse a refund anyway. The dialog explains any other blocker. */
function canRefund({ purchase: { status } }: PurchaseRecord): boolean {
  return status === 'completed' || status === 'partially_refunded' || status === 'disputed'
}

type Props = { record: PurchaseRecord }

function AmountsSection({ record: { purchase, isTest, begunAt, completedAt, paymentIntentId, replaces } }: Props) {
  const { currency, net, taxLabel, tax, total, refunded, reference } = purchase
  return (
    <RecordSection title="Amounts">
      <Facts
        facts={[
          ['Status', <PurchaseBadge key="status" purchase={purchase} />],
          ['Reference', reference ?? 'None, as it hasn’t been paid'],
          ...discountFacts(purchase),
          ['Net', formatMoney(net, currency)],
          [taxLabel, formatMoney(tax, currency)],
          ['Total', formatMoney(total, currency)],
          ['Refunded', refunded > 0 ? formatMoney(refunded, currency) : 'Nothing'],
          ['Started', formatMoment(begunAt)],
          ['Paid', completedAt ? formatMoment(completedAt) : 'Not yet'],
          ['Paid with', isTest ? 'Sandbox: no one was charged' : 'Payment provider'],
          ['Provider reference', paymentIntentId],
          [
            'Replaces',
            replaces ? (
              <Link key="replaces" to={`/admin/purchases/${replaces.purchaseId}`} className="link">
                another package, {formatMoney(replaces.credit, replaces.currency)} of which was refunded
              </Link>
            ) : null,
          ],
        ]}
      />
    </RecordSection>
  )
}

function discountFacts({ discount, net, currency }: PurchaseRecord['purchase']): [string, string][] {
  if (!discount) return []
  return [
    ['List price', formatMoney(net + discount.amount, currency)],
    [`Discount (${discount.code})`, formatMoney(-discount.amount, currency)],
  ]
}

const startText = {
  today: 'Today, within the cancellation period',
  later: 'After the cancellation period',
  business: 'Straight away: businesses can’t choose a later start',
}

function BuyerSection({ record: { buyer, consent } }: Props) {
  const { member, kind, companyName, vatNumber, address, country, isUnder18, guardianConfirmedAt } = buyer
  return (
    <RecordSection title="Buyer and consent">
      <Facts
        facts={[
          [
            'Member',
            member ? (
              <Link key="member" to={`/admin/members/${member.id}`} className="link">
                {member.name}
              </Link>
            ) : (
              'Deleted account'
            ),
          ],
          ['Email address', member?.email],
          ['Bought as', kind === 'business' ? 'A business' : 'A consumer'],
          ['Company', companyName],
          ['VAT number', vatNumber],
          ['Address', [...(address ?? []), ...(country ? [country] : [])].join(', ')],
          ['Under 18', isUnder18 === null ? null : isUnder18 ? 'Yes' : 'No'],
          ['Guardian agreed', guardianConfirmedAt ? formatMoment(guardianConfirmedAt) : null],
          ['Chosen start', startText[consent.start ?? 'business']],
          ['Agreed', `${formatMoment(consent.at)}, to version ${consent.version} of the terms`],
        ]}
      />
    </RecordSection>
  )
}

function DocumentsSection({ record: { documents } }: Props) {
  return (
    <ListSection
      title="Invoice and credit notes"
      emptyText="No documents yet, as nothing has been paid."
      lines={documents.map(({ reference, kind, issuedAt, total, tax, taxLabel, currency, isTest }) => ({
        key: reference,
        title: `${documentKinds[kind].label} ${reference}`,
        amount: <Money amount={documentKinds[kind].sign * total} currency={currency} />,
        details: (
          <span className="flex flex-wrap items-center justify-between gap-3">
            <span>
              {formatDate(issuedAt)}, incl. {formatMoney(documentKinds[kind].sign * tax, currency)} {taxLabel}
              {isTest ? '. Test, not a VAT invoice' : ''}
            </span>
            <StaffDocumentDownload reference={reference} />
          </span>
        ),
      }))}
    />
  )
}

function PackageSection({ record: { bought } }: Props) {
  if (!bought) return <ListSection title="Package" emptyText="This purchase has no package." lines={[]} />
  const { startsAt, endsAt, extendedFrom, cancelledAt, entries } = bought
  return (
    <RecordSection title="Package">
      <p className="mb-4">
        From {formatMoment(startsAt)} to {formatMoment(endsAt)}.
        {extendedFrom ? ` Extended from ${formatMoment(extendedFrom)}.` : ''}
        {cancelledAt ? ` Ended ${formatMoment(cancelledAt)}.` : ''}
      </p>
      <LedgerTable entries={entries} />
    </RecordSection>
  )
}
