import { useLoaderData } from 'react-router'
import { getExchangeRate } from '#features/purchases/exchange-rates/contract.ts'
import { ExchangeRateForm } from '#features/purchases/web/public-staff.tsx'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { EditForm, errorAt, SaveButton, useEditForm } from '#platform/web/ui/forms/edit-form.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getSettings, type Settings, saveSettings } from '../contract.ts'
import { type SettingsText, toFormValues, toSettingsRequest } from '../rules.ts'

export const meta = privateMeta('Settings')

export const clientLoader = pageLoader(async () => {
  const [settings, exchangeRate] = await Promise.all([load(getSettings), load(getExchangeRate)])
  return { settings, exchangeRate }
})

export default function SettingsPage() {
  const { settings, exchangeRate } = useLoaderData<typeof clientLoader>()
  return (
    <>
      <PageHeading
        title="Settings"
        lead="The company as pages, letters and papers name it. Papers that were issued keep what they say."
      />
      <SettingsForm loaded={settings} />
      <ExchangeRateForm current={exchangeRate} />
    </>
  )
}

const Body = bodyOf(saveSettings)

/** Saves all settings together, never in part. */
function SettingsForm({ loaded }: { loaded: Settings }) {
  const editing = useSettings(loaded)
  const fields = settingsFields(editing)
  return (
    <>
      {editing.saved.placeholders.length > 0 ? (
        <Alert tone="warning" title="Some of this is still made up">
          Fields that are marked hold the examples that the site began with. Nothing is sold for real money before all
          of them are yours.
        </Alert>
      ) : null}
      <EditForm editing={editing} label="Settings">
        <CompanyCard fields={fields} />
        <ContactCard fields={fields} />
        <TaxCard fields={fields} />
        <LegalPagesCard fields={fields} />
        <SaveButton editing={editing}>Save settings</SaveButton>
      </EditForm>
    </>
  )
}

function useSettings(loaded: Settings) {
  return useEditForm(loaded, {
    toValues: toFormValues,
    toBody: (typed, { version }) => ({ version, ...toSettingsRequest(typed) }),
    schema: Body,
    send: (body) => attempt(saveSettings, { body }),
  })
}

/** Builds the props of a field from its name. */
function settingsFields({ saved, typed, errors, change }: ReturnType<typeof useSettings>) {
  const isPlaceholder = (name: string) => saved.placeholders.includes(name)
  const field = (name: SettingsText, hint?: string, errorPath = `company.${name}`) => ({
    value: typed[name],
    hint: isPlaceholder(name) ? <PlaceholderHint hint={hint} /> : hint,
    error: errorAt(errors, errorPath),
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return { typed, change, isPlaceholder, field }
}

type CardProps = { fields: ReturnType<typeof settingsFields> }

function CompanyCard({ fields: { typed, change, isPlaceholder, field } }: CardProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
      <h2 className="text-2xl sm:col-span-2">The company</h2>
      <TextField label="Name of the brand" {...field('brandName', 'As people know it')} />
      <TextField label="Name in law" {...field('legalName', 'As it is registered')} />
      {isPlaceholder('legalName') ? (
        <CheckboxField
          label="The name in law is right as it stands"
          className="sm:col-span-2"
          checked={typed.isLegalNameConfirmed}
          onChange={() => change({ isLegalNameConfirmed: !typed.isLegalNameConfirmed })}
        />
      ) : null}
      <TextField label="Company number" {...field('companyNumber', 'At Companies House')} />
      <TextField label="Founded in" inputMode="numeric" {...field('foundedYear')} />
      <TextArea label="Registered office" rows={4} className="sm:col-span-2" {...field('address', 'Line by line')} />
    </Card>
  )
}

function ContactCard({ fields: { field } }: CardProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
      <h2 className="text-2xl sm:col-span-2">How people reach you</h2>
      <TextField label="Telephone" type="tel" {...field('phone')} />
      <TextField
        label="Mailbox"
        type="email"
        {...field('email', 'Letters name it, and messages and answers come to it')}
      />
      <TextArea
        label="Social addresses"
        rows={4}
        className="sm:col-span-2"
        {...field('socialLinks', 'One a line, its name first, such as LinkedIn https://www.linkedin.com/company/…')}
      />
    </Card>
  )
}

function TaxCard({ fields: { typed, change, field } }: CardProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">Taxes</h2>
      <RadioGroup
        legend="Are you registered for VAT?"
        name="vat"
        value={typed.isVatRegistered ? 'yes' : 'no'}
        choices={[
          { value: 'yes', label: 'Yes, and we charge it' },
          { value: 'no', label: 'No, not VAT registered', hint: 'No VAT is charged, and no paper speaks of it.' },
        ]}
        onChange={(value) => change({ isVatRegistered: value === 'yes' })}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        {typed.isVatRegistered ? (
          <>
            <TextField label="VAT number" {...field('vatNumber')} />
            <TextField
              label="VAT in per cent"
              inputMode="decimal"
              {...field('vatRate', 'The standard rate is 20', 'tax.vatRate')}
            />
          </>
        ) : null}
        <TextField
          label="Tax outside the United Kingdom in per cent"
          inputMode="decimal"
          {...field('otherRate', undefined, 'tax.otherRate')}
        />
      </div>
      <p className="max-w-prose text-muted">
        Another rate changes what is quoted from now on. Whoever has paid, and subscriptions that run, keep the rate
        that they agreed to.
      </p>
    </Card>
  )
}

function LegalPagesCard({ fields: { field } }: CardProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">Legal pages</h2>
      <p className="max-w-prose text-muted">
        Both pages name the company, its address and its mailbox as they stand above, and say what the site does with
        data and money. What else people have to know of you stands at their end. Paragraphs stand apart by an empty
        line.
      </p>
      <TextArea
        label="Added to the Privacy Policy"
        rows={6}
        {...field('privacy', 'Such as your registration with the ICO, or who hosts the site', 'legal.privacy')}
      />
      <TextArea
        label="Added to the Terms of Service"
        rows={6}
        {...field('terms', 'Such as a professional body that you belong to', 'legal.terms')}
      />
    </Card>
  )
}

function PlaceholderHint({ hint }: { hint: string | undefined }) {
  return (
    <>
      <strong className="text-warning">Still an example.</strong> {hint}
    </>
  )
}
