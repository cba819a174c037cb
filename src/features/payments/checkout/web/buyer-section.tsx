import { useCallback, useMemo, useState } from 'react'
import { z } from 'zod'
import type { MarketId } from '#features/catalogue/contract.ts'
import { BuyerKind } from '#features/purchases/contract.ts'
import { listCountries } from '#platform/shared/countries.ts'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { type Buyer, BuyerInMarket } from '../contract/buyer.ts'
import type { Quote } from '../contract.ts'

type BuyerSectionProps = {
  market: MarketId
  /** False for a buyer under 18, who buys for themselves. */
  asksKind: boolean
  fields: BuyerFields
  problems: BuyerErrors
  isLocked: boolean
  onChange: (changed: Partial<BuyerFields>) => void
}

/** The buyer details (PRODUCT D12, D19). A business must give them; a consumer may, for a full invoice. */
export function BuyerSection({ market, asksKind, fields, problems, isLocked, onChange }: BuyerSectionProps) {
  const field = (name: Exclude<keyof BuyerFields, 'kind'>) => ({
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
      hint="Street, town and postcode, each on its own line"
      autoComplete="street-address"
      rows={3}
      {...field('address')}
    />
  )
  return (
    <div className="grid gap-5">
      {asksKind ? (
        <RadioGroup
          legend="I’m buying"
          name="kind"
          value={fields.kind}
          disabled={isLocked}
          error={problems.kind}
          choices={[
            { value: 'consumer', label: 'for myself' },
            { value: 'business', label: 'for a business' },
          ]}
          onChange={(kind) => onChange({ kind })}
        />
      ) : null}
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
              <p className="text-sm text-muted">We’ll add it to your invoice.</p>
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

/** The buyer form, as typed. */
export const BuyerFields = z.object({
  /** Null if the buyer has not said. */
  kind: BuyerKind.nullable(),
  companyName: z.string(),
  vatNumber: z.string(),
  /** Several lines, as on an envelope. */
  address: z.string(),
  country: z.string(),
})
export type BuyerFields = z.infer<typeof BuyerFields>
type BuyerErrors = Partial<Record<keyof BuyerFields, string>>

/** PRODUCT D1: defaults to the market's country. */
const presetCountry: Record<MarketId, string> = { uk: 'GB', international: 'US' }

/**
 * Most buyers of BIZ FUTURE are businesses, which have other rights than consumers (PRODUCT D19): each says what they are.
 */
export function useBuyer({ package: { serviceType }, price: { market } }: Quote, draft: BuyerFields | undefined) {
  const [fields, setFields] = useState<BuyerFields>(
    draft ?? {
      kind: serviceType === 'BIZ_FUTURE' ? null : 'consumer',
      companyName: '',
      vatNumber: '',
      address: '',
      country: presetCountry[market],
    },
  )
  const [problems, setProblems] = useState<BuyerErrors>({})

  const change = useCallback((changed: Partial<BuyerFields>) => {
    setFields((current) => ({ ...current, ...changed }))
    setProblems((current) => omitProblems(current, Object.keys(changed)))
  }, [])

  /** @returns null if a field is invalid; its error is then shown next to it */
  const check = (): Buyer | null => {
    const { kind } = fields
    if (!kind) {
      setProblems({ kind: 'Choose who you’re buying for' })
      return null
    }
    const result = BuyerInMarket.safeParse({ market, buyer: toBuyer({ ...fields, kind }, market) })
    setProblems(result.success ? {} : validationErrors(result.error))
    return result.success ? result.data.buyer : null
  }
  return { fields, kind: fields.kind ?? 'consumer', problems, change, check }
}

function omitProblems(problems: BuyerErrors, names: string[]): BuyerErrors {
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name)))
}

/** Leaves out business fields that are now hidden. */
function toBuyer(
  { kind, companyName, vatNumber, address, country }: BuyerFields & { kind: BuyerKind },
  market: MarketId,
): Buyer {
  const lines = address.split('\n').filter((line) => line.trim())
  const isBusiness = kind === 'business'
  const needsCountry = isBusiness || market === 'international' || lines.length > 0
  return {
    kind,
    companyName: isBusiness ? companyName : null,
    vatNumber: isBusiness && vatNumber.trim() ? vatNumber : null,
    address: isBusiness || lines.length > 0 ? lines : null,
    country: needsCountry && country ? country : null,
  }
}

function validationErrors({ issues }: z.ZodError): BuyerErrors {
  const problems: Record<string, string> = {}
  for (const { path, message } of issues) problems[String(path[1])] ??= message
  return problems
}
