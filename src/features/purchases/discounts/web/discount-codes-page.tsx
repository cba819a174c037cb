import { useLoaderData } from 'react-router'
import { listCatalogue } from '#features/catalogue/editing/contract.ts'
import { formatMoney, formatSums } from '#platform/shared/format-money.ts'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatDay } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { ListPage } from '#platform/web/ui/list-page.tsx'
import { Cell, Row } from '#platform/web/ui/table.tsx'
import {
  type DiscountCode,
  type DiscountState,
  downloadDiscountCodes,
  listDiscountCodes,
} from '../contract/admin-codes.ts'

export const meta = privateMeta('Discount codes')

export const clientLoader = pageLoader(async () => {
  const [first, { packages }] = await Promise.all([load(listDiscountCodes, { query: {} }), load(listCatalogue)])
  return { first, titles: Object.fromEntries(packages.map(({ id, title }) => [id, title])) }
})

/** Lists the codes with what they gave (PRODUCT D27). */
export default function DiscountCodesPage() {
  const { first, titles } = useLoaderData<typeof clientLoader>()
  return (
    <ListPage
      title="Discount codes"
      lead="Codes that buyers can enter in the checkout. Newest first."
      actions={
        <ButtonLink to="/admin/discount-codes/new" size="small">
          New code
        </ButtonLink>
      }
      list={listDiscountCodes}
      download={downloadDiscountCodes}
      filter={{}}
      first={first}
      none="No codes yet."
      columns={['Code', 'For', 'Uses', 'Given before tax', 'State']}
      row={(code) => <CodeRow key={code.id} code={code} titles={titles} />}
    />
  )
}

function CodeRow({ code, titles }: { code: DiscountCode; titles: Record<string, string> }) {
  const { id, packageIds, uses, maxUses, maxUsesPerMember, isForNewMembers, given, state } = code
  return (
    <Row
      heading={
        <>
          <Link to={`/admin/discount-codes/${id}`} className="link wrap-anywhere">
            {code.code}
          </Link>
          <span className="block text-sm font-normal text-muted">{describeDiscount(code)}</span>
        </>
      }
      actions={<DiscountBadge state={state} />}
    >
      <Cell name="For">
        {packageIds?.map((packageId) => titles[packageId] ?? packageId).join(', ') ?? 'All packages'}
        {isForNewMembers ? <span className="block text-sm text-muted">New members only</span> : null}
        <span className="block text-sm text-muted">{describeDates(code)}</span>
      </Cell>
      <Cell name="Uses">
        {maxUses === null ? uses : `${uses} of ${maxUses}`}
        {maxUsesPerMember === null ? null : (
          <span className="block text-sm text-muted">{maxUsesPerMember} per member</span>
        )}
      </Cell>
      <Cell name="Given before tax">{given.length === 0 ? 'Nothing yet' : formatSums(given)}</Cell>
    </Row>
  )
}

/** "20% off", or "£10.00 or $12.00 off". */
export function describeDiscount({ percentage, amounts }: Pick<DiscountCode, 'percentage' | 'amounts'>): string {
  if (percentage !== null) return `${percentage}% off`
  const { uk, international } = amounts
  const sums = [uk === null ? null : formatMoney(uk, 'GBP'), international && formatMoney(international, 'USD')]
  return `${sums.filter(Boolean).join(' or ')} off`
}

function describeDates({ validFrom, validUntil }: DiscountCode): string {
  if (validFrom && validUntil) return `${formatDay(validFrom)} to ${formatDay(validUntil)}`
  if (validFrom) return `From ${formatDay(validFrom)}`
  return validUntil ? `Until ${formatDay(validUntil)}` : 'No end date'
}

export function DiscountBadge({ state }: { state: DiscountState }) {
  const { label, tone } = states[state]
  return <Badge tone={tone}>{label}</Badge>
}

const states: Record<DiscountState, { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'success' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  paused: { label: 'Paused', tone: 'warning' },
  'used-up': { label: 'Used up', tone: 'neutral' },
  ended: { label: 'Ended', tone: 'neutral' },
}
