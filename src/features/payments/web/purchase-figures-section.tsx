import { Link } from 'react-router'
import { EntryLines, kindWords, PaperDownload, PurchaseBadge } from '#features/purchases/web/public.tsx'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatDate, formatMoment } from '#platform/web/dates.ts'
import { Money } from '#platform/web/ui/money.tsx'
import type { PurchaseRecord } from '../contract/record.ts'
import { Facts, Line, Lines, RecordSection } from './record-section.tsx'

type Props = { record: PurchaseRecord }

export function Figures({ record: { purchase, isTest, begunAt, completedAt, paymentIntentId, replaces } }: Props) {
  const { currency, net, taxLabel, tax, total, refunded, reference } = purchase
  return (
    <RecordSection title="Figures">
      <Facts
        facts={[
          ['Status', <PurchaseBadge key="status" purchase={purchase} />],
          ['Reference', reference ?? 'None: it is not paid'],
          ['Net', formatMoney(net, currency)],
          [taxLabel, formatMoney(tax, currency)],
          ['Total', formatMoney(total, currency)],
          ['Given back', refunded > 0 ? formatMoney(refunded, currency) : 'Nothing'],
          ['Begun', formatMoment(begunAt)],
          ['Paid', completedAt ? formatMoment(completedAt) : 'Not yet'],
          ['Paid with', isTest ? 'The sandbox: no money was charged' : 'The payment provider'],
          ['Payment at the provider', paymentIntentId],
          [
            'In place of',
            replaces ? (
              <Link key="replaces" to={`/admin/purchases/${replaces.purchaseId}`} className="link">
                another package, {formatMoney(replaces.credit, replaces.currency)} of which went back
              </Link>
            ) : null,
          ],
        ]}
      />
    </RecordSection>
  )
}

export function Buyer({ record: { buyer, consent } }: Props) {
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
              'A former member'
            ),
          ],
          ['E-mail address', member?.email],
          ['Bought as', kind === 'business' ? 'A business' : 'A consumer'],
          ['Company', companyName],
          ['VAT number', vatNumber],
          ['Address', [...(address ?? []), ...(country ? [country] : [])].join(', ')],
          ['Under 18', isUnder18 === null ? null : isUnder18 ? 'Yes' : 'No'],
          ['Guardian agreed', guardianConfirmedAt ? formatMoment(guardianConfirmedAt) : null],
          ['Asked to start at once', consent.startNow ? 'Yes' : 'No'],
          ['Knows what that means for cancelling', consent.acknowledgeLoss ? 'Yes' : 'No'],
          ['Agreed', `${formatMoment(consent.at)}, to version ${consent.version} of the words`],
        ]}
      />
    </RecordSection>
  )
}

export function Papers({ record: { documents } }: Props) {
  return (
    <RecordSection title="Invoice and credit notes">
      <Lines none="No paper was issued: nothing is paid.">
        {documents.map(({ reference, kind, issuedAt, total, tax, taxLabel, currency, isTest }) => (
          <Line
            key={reference}
            what={
              <>
                {kindWords[kind].words} {reference}
              </>
            }
            count={<Money amount={kindWords[kind].sign * total} currency={currency} />}
            about={
              <span className="flex flex-wrap items-center justify-between gap-3">
                <span>
                  {formatDate(issuedAt)}, incl. {formatMoney(kindWords[kind].sign * tax, currency)} {taxLabel}
                  {isTest ? '. A test, no VAT invoice' : ''}
                </span>
                <PaperDownload reference={reference} />
              </span>
            }
          />
        ))}
      </Lines>
    </RecordSection>
  )
}

export function BoughtPackage({ record: { bought } }: Props) {
  if (!bought) {
    return (
      <RecordSection title="Package">
        <p className="text-muted">It has brought no package.</p>
      </RecordSection>
    )
  }
  const { startsAt, endsAt, extendedFrom, cancelledAt, entries } = bought
  return (
    <RecordSection title="Package">
      <p className="mb-4">
        From {formatMoment(startsAt)} until {formatMoment(endsAt)}.
        {extendedFrom ? ` It was bought until ${formatMoment(extendedFrom)}.` : ''}
        {cancelledAt ? ` It was ended ${formatMoment(cancelledAt)}.` : ''}
      </p>
      <EntryLines entries={entries} />
    </RecordSection>
  )
}
