import { useMemo } from 'react'
import type { MarketId } from '#features/catalogue/contract.ts'
import { listCountries } from '#platform/shared/countries.ts'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import type { BuyerErrors, BuyerFields } from './use-buyer.ts'

type BuyerSectionProps = {
  market: MarketId
  fields: BuyerFields
  problems: BuyerErrors
  isLocked: boolean
  onChange: (changed: Partial<BuyerFields>) => void
}

/** The buyer details (PRODUCT D12, D19). A business must give them; a consumer may, for a full invoice. */
export function BuyerSection({ market, fields, problems, isLocked, onChange }: BuyerSectionProps) {
  const field = (name: keyof BuyerFields) => ({
    name,
    value: fields[name],
    error: problems[name],
    disabled: isLocked,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  const country = <CountryField {...field('country')} />
  const address = (
    <TextArea
      label="Billing address"
      hint="Street, town and postcode, a line each"
      autoComplete="street-address"
      rows={3}
      {...field('address')}
    />
  )
  return (
    <div className="grid gap-5">
      <RadioGroup
        legend="I am buying"
        name="kind"
        value={fields.kind}
        disabled={isLocked}
        choices={[
          { value: 'consumer', label: 'for myself' },
          { value: 'business', label: 'for a business' },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {fields.kind === 'business' ? (
        <>
          <TextField label="Company name" autoComplete="organization" {...field('companyName')} />
          {address}
          {country}
          <TextField label="VAT number (optional)" autoComplete="off" {...field('vatNumber')} />
        </>
      ) : (
        <>
          {market === 'international' ? country : null}
          <details
            open={problems.address !== undefined || undefined}
            className="rounded-md border border-line px-4 py-3"
          >
            <summary className="cursor-pointer font-medium">Add a billing address (optional)</summary>
            <div className="mt-4 grid gap-5">
              <p className="text-sm text-muted">Your invoice then carries it.</p>
              {address}
              {market === 'uk' ? country : null}
            </div>
          </details>
        </>
      )}
    </div>
  )
}

function CountryField(field: Omit<Parameters<typeof SelectField>[0], 'label' | 'prompt' | 'choices'>) {
  const countries = useMemo(() => listCountries(), [])
  return (
    <SelectField label="Country" prompt="Choose your country" choices={countries} autoComplete="country" {...field} />
  )
}
