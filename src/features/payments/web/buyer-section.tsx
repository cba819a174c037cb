import { useEffect, useMemo, useRef } from 'react'
import type { MarketId } from '#features/catalogue/contract.ts'
import { listCountries } from '#platform/shared/countries.ts'
import { RadioGroup } from '#platform/web/ui/radio-group.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import type { BuyerFields, BuyerProblems } from './use-buyer.ts'

type BuyerSectionProps = {
  market: MarketId
  fields: BuyerFields
  problems: BuyerProblems
  /** How often they were looked for: each time the first one is led to. */
  checks: number
  isLocked: boolean
  onChange: (changed: Partial<BuyerFields>) => void
}

/** Who buys (PRODUCT D12, D19). What a business has to give, a consumer may give for a full invoice. */
export function BuyerSection({ market, fields, problems, checks, isLocked, onChange }: BuyerSectionProps) {
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (checks > 0) section.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [checks])

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
    <div ref={section} className="grid gap-5">
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
