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
        lead="Your company details, as they appear on pages and documents and in emails. Documents already issued won’t change."
      />
      <SettingsForm loaded={settings} />
      <ExchangeRateForm current={exchangeRate} />
    </>
  )
}

const Body = bodyOf(saveSettings)

/** Saves all settings together, never only some of them. */
function SettingsForm({ loaded }: { loaded: Settings }) {
  const editing = useSettings(loaded)
  const fields = settingsFields(editing)
  return (
    <>
      {editing.saved.placeholders.length > 0 ? (
        <Alert tone="warning" title="Some details are still placeholders">
          The marked fields still contain example values. You can’t take real payments until you’ve replaced them all.
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

/** Builds a field's props from its name. */
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
      <h2 className="text-2xl sm:col-span-2">Company</h2>
      <TextField label="Brand name" {...field('brandName', 'The name your customers know')} />
      <TextField label="Registered company name" {...field('legalName', 'As registered at Companies House')} />
      {isPlaceholder('legalName') ? (
        <CheckboxField
          label="This registered company name is correct"
          className="sm:col-span-2"
          checked={typed.isLegalNameConfirmed}
          onChange={() => change({ isLegalNameConfirmed: !typed.isLegalNameConfirmed })}
        />
      ) : null}
      <TextField label="Company number" {...field('companyNumber', 'From Companies House')} />
      <TextField label="Year founded" inputMode="numeric" {...field('foundedYear')} />
      <TextArea
        label="Registered office"
        rows={4}
        className="sm:col-span-2"
        {...field('address', 'Start a new line for each part of the address')}
      />
      <TextArea
        label="Registrations and memberships"
        rows={3}
        className="sm:col-span-2"
        {...field(
          'registrations',
          'Shown on your pages as you type them, one per line, with a link at the end if there is one. For example: Registered with the Information Commissioner’s Office, ZA123456 https://ico.org.uk/…',
        )}
      />
    </Card>
  )
}

function ContactCard({ fields: { field } }: CardProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:grid-cols-2">
      <h2 className="text-2xl sm:col-span-2">Contact details</h2>
      <TextField label="Phone number" type="tel" {...field('phone')} />
      <TextField
        label="Email address"
        type="email"
        {...field('email', 'Shown in emails. Messages and replies go here.')}
      />
      <TextArea
        label="Social media links"
        rows={4}
        className="sm:col-span-2"
        {...field('socialLinks', 'One per line, name first, for example LinkedIn https://www.linkedin.com/company/…')}
      />
    </Card>
  )
}

function TaxCard({ fields: { typed, change, field } }: CardProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">Tax</h2>
      <RadioGroup
        legend="Are you registered for VAT?"
        name="vat"
        value={typed.isVatRegistered ? 'yes' : 'no'}
        choices={[
          { value: 'yes', label: 'Yes, VAT registered' },
          { value: 'no', label: 'No, not VAT registered', hint: 'We won’t charge VAT or show it on invoices.' },
        ]}
        onChange={(value) => change({ isVatRegistered: value === 'yes' })}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        {typed.isVatRegistered ? (
          <>
            <TextField label="VAT number" {...field('vatNumber')} />
            <TextField
              label="VAT rate (%)"
              inputMode="decimal"
              {...field('vatRate', 'The standard rate is 20%', 'tax.vatRate')}
            />
          </>
        ) : null}
        <TextField
          label="Tax rate outside the UK (%)"
          inputMode="decimal"
          {...field('otherRate', undefined, 'tax.otherRate')}
        />
      </div>
      <p className="max-w-prose text-muted">
        A new rate applies to prices from now on. Past purchases and current subscriptions keep the rate that was
        agreed.
      </p>
    </Card>
  )
}

function LegalPagesCard({ fields: { field } }: CardProps) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">Legal pages</h2>
      <p className="max-w-prose text-muted">
        Both pages use the company name, address and email address above, and explain what the site does with data and
        payments. Your additions appear at the end. Leave a blank line between paragraphs.
      </p>
      <TextArea
        label="Extra text for the Privacy Policy"
        rows={6}
        {...field('privacy', 'For example, your ICO registration or who hosts the site', 'legal.privacy')}
      />
      <TextArea
        label="Extra text for the Terms of Service"
        rows={6}
        {...field('terms', 'For example, whether agents or universities pay you for referrals', 'legal.terms')}
      />
    </Card>
  )
}

function PlaceholderHint({ hint }: { hint: string | undefined }) {
  return (
    <>
      <strong className="text-warning">Still a placeholder.</strong> {hint}
    </>
  )
}
