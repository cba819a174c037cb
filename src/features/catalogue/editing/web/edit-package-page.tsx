import { useLoaderData } from 'react-router'
import { minorUnits } from '#platform/shared/money.ts'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Card, TitledCard } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { EditForm, errorAt, newRowId, SaveButton, useEditForm } from '#platform/web/ui/forms/edit-form.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { formatDuration, priceIn } from '../../rules.ts'
import { PackageCard } from '../../web/package-card.tsx'
import {
  type EditablePackage,
  getCataloguePackage,
  MAX_NET,
  MIN_NET,
  type PackageHistory,
  publishPackage,
} from '../contract.ts'
import { type PackageFormValues, toDraft, toFormValues } from '../rules.ts'
import { PackageLinesSection } from './package-lines-section.tsx'

export const meta = privateMeta('Edit package')

export const clientLoader = loaderOf(getCataloguePackage)

/** Edits a package and shows its buyers and versions. */
export default function EditPackagePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <EditedPackage key={loaded.id} loaded={loaded} />
}

function EditedPackage({ loaded }: { loaded: PackageHistory }) {
  const editing = usePackageForm(loaded)
  const { saved: sold } = editing
  return (
    <>
      <BackLink to="/admin/catalogue">Catalogue</BackLink>
      <PageHeading
        title={sold.title}
        lead={`Version ${sold.version}, published ${formatMoment(sold.publishedAt)}. Your changes become a new version. Customers keep the version they bought.`}
      />
      <BuyersNote sold={sold} />
      <PackageVersionForm editing={editing} />
      <TitledCard title="Versions">
        <ul className="divide-y divide-line">
          {sold.versions.map(({ version, title, netPrice, publishedAt }) => (
            <li key={version} className="py-3">
              Version {version}, {formatMoment(publishedAt)}: {title}, <Money amount={netPrice} currency="GBP" /> or{' '}
              <Money amount={netPrice} currency="USD" /> before tax
            </li>
          ))}
        </ul>
      </TitledCard>
    </>
  )
}

/** Shows who is affected before the administrator publishes the changes. */
function BuyersNote({ sold: { buyers, billing } }: { sold: PackageHistory }) {
  const { subscribers, openCheckouts } = buyers
  if (subscribers + openCheckouts === 0) return null
  return (
    <Alert tone="info">
      {billing === 'monthly' && subscribers > 0 ? (
        <p>
          {subscribers === 1 ? 'One member subscribes' : `${subscribers} members subscribe`} to this package. They’ll
          keep their version and its price until their subscription ends. A new price is only for new subscribers.
        </p>
      ) : null}
      {openCheckouts > 0 ? (
        <p>
          {openCheckouts === 1 ? 'One payment has' : `${openCheckouts} payments have`} been started but not finished.
          Anyone who finishes paying gets the version they were shown. Anyone who hasn’t started paying will see the new
          version first. If you take the package off sale, they’ll see that it’s not available.
        </p>
      ) : null}
    </Alert>
  )
}

const Body = bodyOf(publishPackage)

type PackageEditing = ReturnType<typeof usePackageForm>

/** The form's state, with the package as it was last published. */
function usePackageForm(loaded: PackageHistory) {
  return useEditForm(loaded, {
    toValues: (sold) => toFormValues(sold, newRowId),
    toBody: (typed, { version }) => ({ version, draft: toDraft(typed) }),
    schema: Body,
    send: (body, { id: packageId }) => attempt(publishPackage, { params: { packageId }, body }),
    fieldOf: (path, { lines }) =>
      path.replace(/^draft[.]/, '').replace(/^lines[.](\d+)/, (_, index) => lines[index]?.id ?? ''),
    invalid: 'We can’t publish this package yet. Check the fields in red.',
  })
}

/** Publishes the whole package at once, never only part of it. */
function PackageVersionForm({ editing }: { editing: PackageEditing }) {
  const { saved: sold, typed, change, errors } = editing
  return (
    <EditForm editing={editing} label="Package">
      <TextsCard editing={editing} />
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">Sessions and deliverables</h2>
        <PackageLinesSection
          lines={typed.lines}
          billing={sold.billing}
          errors={errors}
          onChange={(lines) => change({ lines })}
        />
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">Preview</h2>
        <PackagePreviewSection sold={sold} typed={typed} />
      </Card>
      <SaveButton editing={editing} busyLabel="Publishing…">
        Publish
      </SaveButton>
    </EditForm>
  )
}

function TextsCard({ editing: { saved: sold, typed, change, errors } }: { editing: PackageEditing }) {
  const field = (name: Exclude<keyof PackageFormValues, 'isOnSale' | 'lines'>, error = errors[name]) => ({
    value: typed[name],
    error,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">Package details</h2>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="Title" {...field('title')} />
        <TextField
          label="Price before tax"
          inputMode="decimal"
          hint="The same number in pounds and dollars, for example 99.00"
          {...field('price', errors.netPrice)}
        />
      </div>
      <TextArea label="Description" rows={3} {...field('description')} />
      <TextArea
        label="What’s included"
        hint="One per line, as listed on the package card"
        {...field('features', errorAt(errors, 'features'))}
      />
      {sold.billing === 'monthly' ? (
        <p className="text-muted">Charged monthly until cancelled.</p>
      ) : (
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label="Duration in months" inputMode="numeric" {...field('spanMonths')} />
          <TextField label="Duration in weeks" inputMode="numeric" {...field('spanWeeks')} />
        </div>
      )}
      <CheckboxField
        label="On sale"
        hint="If you untick this, the package won’t appear on the public pages and no one can buy it."
        checked={typed.isOnSale}
        onChange={() => change({ isOnSale: !typed.isOnSale })}
      />
    </Card>
  )
}

/** Shows the public card and the price in each market. */
function PackagePreviewSection({ sold, typed }: { sold: EditablePackage; typed: PackageFormValues }) {
  const { title, description, features, netPrice, spanWeeks: weeks, spanMonths: months } = toDraft(typed)
  if (!(netPrice >= MIN_NET && netPrice <= MAX_NET))
    return <p className="text-muted">Enter a price to see the preview.</p>
  const { uk, international } = sold.prices
  const prices = {
    uk: toPrice(uk, netPrice),
    international: toPrice(international, netPrice),
  }
  const duration = formatDuration({ weeks: weeks || 0, months: months || 0 }, sold.billing)
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {/* Inert, because its buttons would leave the form. */}
      <div inert className="grid">
        <PackageCard package={{ ...sold, title, description, features, duration, prices, canBeBought: true }} />
      </div>
      <dl className="grid content-start gap-4">
        {[prices.uk, prices.international].map(({ market, currency, net, tax, taxLabel, total }) => (
          <div key={market}>
            <dt className="font-semibold">{market === 'uk' ? 'In the United Kingdom' : 'Everywhere else'}</dt>
            <dd>
              <Money amount={net} currency={currency} /> + <Money amount={tax} currency={currency} /> {taxLabel} ={' '}
              <strong>
                <Money amount={total} currency={currency} />
              </strong>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function toPrice({ market: id, currency, taxRateBasisPoints, taxLabel }: EditablePackage['prices']['uk'], net: number) {
  return priceIn({ id, currency, taxRateBasisPoints, taxLabel }, minorUnits(net))
}
