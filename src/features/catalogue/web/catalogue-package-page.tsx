import { ArrowLeft } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { getCataloguePackage, type PackageHistory } from '../contract/editing.ts'
import { PackageVersionForm } from './package-version-form.tsx'
import { usePackageDraft } from './use-package-draft.ts'

export function meta() {
  return [{ title: 'Edit a package' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { packageId?: string } }) {
  return load(getCataloguePackage, { params: { packageId: params.packageId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: one package, what it is to become, and who is buying it. */
export default function CataloguePackagePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <EditedPackage key={loaded.id} loaded={loaded} />
}

function EditedPackage({ loaded }: { loaded: PackageHistory }) {
  const editing = usePackageDraft(loaded)
  const { sold } = editing
  return (
    <>
      <Link to="/admin/catalogue" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> Catalogue
      </Link>
      <PageHeading
        title={sold.title}
        lead={`Version ${sold.version}, sold since ${formatMoment(sold.publishedAt)}. What you publish is a new version: whoever has bought one before keeps what they bought.`}
      />
      <BuyersNote sold={sold} />
      <PackageVersionForm editing={editing} />
      <TitledCard title="Versions">
        <ul className="divide-y divide-line">
          {sold.versions.map(({ version, title, netPrice, publishedAt }) => (
            <li key={version} className="py-3">
              Version {version}, {formatMoment(publishedAt)}: {title}, <Money amount={netPrice} currency="GBP" /> or{' '}
              <Money amount={netPrice} currency="USD" /> without tax
            </li>
          ))}
        </ul>
      </TitledCard>
    </>
  )
}

/** Who is touched by a change, before it is made. */
function BuyersNote({ sold: { buyers, billing } }: { sold: PackageHistory }) {
  const { subscribers, openCheckouts } = buyers
  if (subscribers + openCheckouts === 0) return null
  return (
    <Alert tone="info">
      {billing === 'monthly' && subscribers > 0 ? (
        <p>
          {subscribers === 1 ? 'One member subscribes' : `${subscribers} members subscribe`} to this package now. They
          keep what they agreed to, and its price, until their subscription ends: a new price is for new subscribers.
        </p>
      ) : null}
      {openCheckouts > 0 ? (
        <p>
          {openCheckouts === 1 ? 'One payment has' : `${openCheckouts} payments have`} been started and not finished.
          Whoever finishes gets what they were shown. Whoever has not started to pay sees the new terms first, or that
          the package is not there where you take it off sale.
        </p>
      ) : null}
    </Alert>
  )
}
