import type { ReactNode } from 'react'
import { formatAmount, toMinorUnits } from '#platform/shared/parse-money.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { EditForm, errorAt, type FieldErrors, SaveButton, type useEditForm } from '#platform/web/ui/forms/edit-form.tsx'
import { RadioGroup } from '#platform/web/ui/forms/radio-group.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import type { DiscountDraft } from '../contract/admin-codes.ts'
import { type OfferedPackage, PackageChoicesPanel } from './package-choices-panel.tsx'

type CodeFormValues = {
  code: string
  kind: 'percentage' | 'amount'
  percentage: string
  amountUk: string
  amountInternational: string
  months: string
  packages: 'all' | 'some'
  packageIds: string[]
  validFrom: string
  validUntil: string
  maxUses: string
  maxUsesPerMember: string
  isForNewMembers: boolean
}

export const emptyDraft: DiscountDraft = {
  code: '',
  percentage: null,
  amounts: { uk: null, international: null },
  months: null,
  packageIds: null,
  validFrom: null,
  validUntil: null,
  maxUses: null,
  maxUsesPerMember: 1,
  isForNewMembers: false,
}

export function toFormValues(draft: DiscountDraft): CodeFormValues {
  const { percentage, amounts, packageIds } = draft
  const toText = (amount: number | null) => (amount === null ? '' : formatAmount(amount))
  return {
    code: draft.code,
    kind: amounts.uk === null && amounts.international === null ? 'percentage' : 'amount',
    percentage: String(percentage ?? ''),
    amountUk: toText(amounts.uk),
    amountInternational: toText(amounts.international),
    months: String(draft.months ?? ''),
    packages: packageIds === null ? 'all' : 'some',
    packageIds: packageIds ?? [],
    validFrom: draft.validFrom ?? '',
    validUntil: draft.validUntil ?? '',
    maxUses: String(draft.maxUses ?? ''),
    maxUsesPerMember: String(draft.maxUsesPerMember ?? ''),
    isForNewMembers: draft.isForNewMembers,
  }
}

/** Text that is no number becomes NaN, so the schema reports its own error. */
export function toDraft(typed: CodeFormValues): DiscountDraft {
  const isAmount = typed.kind === 'amount'
  const toAmount = (text: string) => (isAmount && text.trim() ? toMinorUnits(text) : null)
  return {
    code: typed.code,
    percentage: isAmount ? null : toNumber(typed.percentage),
    amounts: { uk: toAmount(typed.amountUk), international: toAmount(typed.amountInternational) },
    months: typed.months.trim() ? toNumber(typed.months) : null,
    packageIds: typed.packages === 'all' ? null : typed.packageIds,
    validFrom: typed.validFrom || null,
    validUntil: typed.validUntil || null,
    maxUses: typed.maxUses.trim() ? toNumber(typed.maxUses) : null,
    maxUsesPerMember: typed.maxUsesPerMember.trim() ? toNumber(typed.maxUsesPerMember) : null,
    isForNewMembers: typed.isForNewMembers,
  }
}

function toNumber(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** The form's name for a path in the request. A missing amount is reported for both kinds at the percentage. */
export function toFieldName(path: string, { kind }: CodeFormValues): string {
  const name = path.replace(/^draft[.]/, '')
  return name === 'percentage' && kind === 'amount' ? 'amounts.uk' : name
}

type DiscountCodeFormProps<Saved> = {
  editing: ReturnType<typeof useEditForm<Saved, CodeFormValues, unknown>>
  packages: OfferedPackage[]
  /** True once the code was used: buyers were given this discount. */
  isFixed: boolean
  children: ReactNode
}

export function DiscountCodeForm<Saved>({ editing, packages, isFixed, children }: DiscountCodeFormProps<Saved>) {
  const { typed, change, errors } = editing
  const field: Field = (name, error = errors[name]) => ({
    value: typed[name],
    error,
    onChange: ({ target }) => change({ [name]: target.value }),
  })
  const card = { typed, change, errors, field }
  return (
    <EditForm editing={editing} label="Discount code">
      <DiscountCard {...card} isFixed={isFixed} />
      <LimitsCard {...card} packages={packages} />
      <SaveButton editing={editing}>{children}</SaveButton>
    </EditForm>
  )
}

type Field = (
  name: Exclude<keyof CodeFormValues, 'packageIds' | 'isForNewMembers'>,
  error?: string,
) => { value: string; error: string | undefined; onChange: (event: { target: { value: string } }) => void }

type CardProps = {
  typed: CodeFormValues
  change: (changes: Partial<CodeFormValues>) => void
  errors: FieldErrors
  field: Field
}

function DiscountCard({ typed, change, errors, field, isFixed }: CardProps & { isFixed: boolean }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">Discount</h2>
      {isFixed ? (
        <p className="max-w-prose text-muted">
          This code has been used, so its name and discount can no longer change. To change them, copy it as a new code.
        </p>
      ) : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          label="Code"
          hint="Letters, digits and hyphens. Buyers can type it in capitals or not."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={30}
          disabled={isFixed}
          {...field('code')}
        />
      </div>
      <RadioGroup
        legend="What it takes off"
        name="kind"
        value={typed.kind}
        disabled={isFixed}
        choices={[
          { value: 'percentage', label: 'Per cent' },
          { value: 'amount', label: 'Amount' },
        ]}
        onChange={(kind) => change({ kind })}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        {typed.kind === 'percentage' ? (
          <TextField
            label="Percentage off"
            hint="Of the price before tax"
            inputMode="numeric"
            disabled={isFixed}
            {...field('percentage')}
          />
        ) : (
          <>
            <TextField
              label="Pounds off"
              hint="Before tax. Leave empty if it isn’t for prices in pounds."
              inputMode="decimal"
              disabled={isFixed}
              {...field('amountUk', errors['amounts.uk'])}
            />
            <TextField
              label="Dollars off"
              hint="Before tax. Leave empty if it isn’t for prices in dollars."
              inputMode="decimal"
              disabled={isFixed}
              {...field('amountInternational', errors['amounts.international'])}
            />
          </>
        )}
        <TextField
          label="Months of a subscription"
          hint="How many monthly payments cost less. Leave empty for all of them."
          inputMode="numeric"
          disabled={isFixed}
          {...field('months')}
        />
      </div>
    </Card>
  )
}

function LimitsCard({ typed, change, errors, field, packages }: CardProps & { packages: OfferedPackage[] }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">Who can use it</h2>
      <RadioGroup
        legend="Packages"
        name="packages"
        value={typed.packages}
        choices={[
          { value: 'all', label: 'All packages' },
          { value: 'some', label: 'Only some' },
        ]}
        onChange={(chosen) => change({ packages: chosen })}
      />
      {typed.packages === 'some' ? (
        <PackageChoicesPanel
          packages={packages}
          chosen={typed.packageIds}
          error={errorAt(errors, 'packageIds')}
          onChange={(packageIds) => change({ packageIds })}
        />
      ) : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label="First day" hint="UK time" type="date" {...field('validFrom')} />
        <TextField label="Last day" hint="UK time" type="date" {...field('validUntil')} />
        <TextField label="Uses in all" hint="Leave empty for no limit" inputMode="numeric" {...field('maxUses')} />
        <TextField
          label="Uses per member"
          hint="Leave empty for no limit"
          inputMode="numeric"
          {...field('maxUsesPerMember')}
        />
      </div>
      <CheckboxField
        label="New members only"
        hint="Only for members who have never paid for a package."
        checked={typed.isForNewMembers}
        onChange={() => change({ isForNewMembers: !typed.isForNewMembers })}
      />
    </Card>
  )
}
