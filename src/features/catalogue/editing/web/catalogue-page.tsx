import { useLoaderData } from 'react-router'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { CsvButton } from '#platform/web/ui/download-buttons.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import { services } from '../../rules/services.ts'
import { downloadCatalogue, type EditablePackage, listCatalogue } from '../contract.ts'

export const meta = privateMeta('Catalogue')

export const clientLoader = loaderOf(listCatalogue)

/** Lists every package in its current version. */
export default function CataloguePage() {
  const { packages } = useLoaderData<typeof clientLoader>()
  return (
    <>
      <PageHeading
        title="Catalogue"
        lead="What you sell, and at what price. Customers keep what they’ve bought, whatever you change."
        actions={<CsvButton fetchFile={() => attempt(downloadCatalogue)} />}
      />
      <Table columns={['Package', 'In pounds', 'In dollars', 'Status', 'Since', '']}>
        {packages.map((offer) => (
          <PackageRow key={offer.id} offer={offer} />
        ))}
      </Table>
    </>
  )
}

function PackageRow({ offer }: { offer: EditablePackage }) {
  return (
    <Row
      heading={
        <>
          {offer.title} <span className="block text-sm font-normal text-muted">{services[offer.serviceType].name}</span>
        </>
      }
      actions={
        <Link to={`/admin/catalogue/${offer.id}`} className="link link-alone">
          Edit <span className="sr-only">{offer.title}</span>
        </Link>
      }
    >
      {Object.values(offer.prices).map(({ currency, net, total }) => (
        <Cell key={currency} name={currency === 'GBP' ? 'In pounds' : 'In dollars'}>
          <Money amount={total} currency={currency} />{' '}
          <span className="block text-sm text-muted">
            <Money amount={net} currency={currency} /> plus tax
          </span>
        </Cell>
      ))}
      <Cell name="Status">
        {offer.isOnSale ? <Badge tone="success">On sale</Badge> : <Badge>Not on sale</Badge>}{' '}
        <span className="block text-sm text-muted">{offer.duration}</span>
      </Cell>
      <Cell name="Since">
        {formatMoment(offer.publishedAt)} <span className="block text-sm text-muted">Version {offer.version}</span>
      </Cell>
    </Row>
  )
}
