import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { focusAfterRender } from '#platform/web/ui/focus.ts'
import { type FieldErrors, newRowId } from '#platform/web/ui/forms/edit-form.tsx'
import { FieldError } from '#platform/web/ui/forms/field.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { WHOLE_PRICE } from '../contract.ts'
import { type LineFormValues, sumWeights } from '../rules.ts'

type PackageLinesSectionProps = {
  lines: LineFormValues[]
  billing: 'once' | 'monthly'
  errors: FieldErrors
  onChange: (lines: LineFormValues[]) => void
}

const points = new Intl.NumberFormat('en-GB')

/** Edits a package's lines, with the weight of each line in a refund. */
export function PackageLinesSection({ lines, billing, errors, onChange }: PackageLinesSectionProps) {
  const addId = useId()
  const sum = sumWeights(lines)
  const addLine = (kind: LineFormValues['kind']) => onChange([...lines, newLine(kind, billing)])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-prose text-muted">
        A line’s weight is its share of the price when we work out a refund. 10,000 is the whole price, so 1,500 is 15%.
      </p>
      {lines.map((line) => (
        <LineFields
          key={line.id}
          line={line}
          billing={billing}
          getError={(field) => errors[`${line.id}.${field}`]}
          onChange={(changes) => onChange(lines.map((other) => (other === line ? { ...line, ...changes } : other)))}
          onRemove={() => {
            onChange(lines.filter((other) => other !== line))
            focusAfterRender(addId)
          }}
        />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button id={addId} variant="quiet" size="small" onClick={() => addLine('session')}>
          <Plus aria-hidden="true" className="size-4" /> Add a session
        </Button>
        <Button variant="quiet" size="small" onClick={() => addLine('deliverable')}>
          <Plus aria-hidden="true" className="size-4" /> Add a deliverable
        </Button>
      </div>
      <div>
        <p role="status" className={sum === WHOLE_PRICE ? 'font-medium' : 'font-medium text-danger'}>
          Total weight: {points.format(sum)} of {points.format(WHOLE_PRICE)}
        </p>
        <FieldError id="lines" error={errors.lines} />
      </div>
    </div>
  )
}

type LineFieldsProps = {
  line: LineFormValues
  billing: 'once' | 'monthly'
  getError: (field: keyof LineFormValues) => string | undefined
  onChange: (changes: Partial<LineFormValues>) => void
  onRemove: () => void
}

function LineFields({ line, billing, getError, onChange, onRemove }: LineFieldsProps) {
  const isSession = line.kind === 'session'
  const field = (name: 'title' | 'minutes' | 'unit' | 'quantity' | 'weight') => ({
    value: line[name],
    error: getError(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-5 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="sr-only">{line.title || (isSession ? 'New session' : 'New deliverable')}</legend>
      <TextField label={isSession ? 'Session' : 'Deliverable'} className="sm:col-span-2" {...field('title')} />
      {isSession ? (
        <TextField label="Minutes" inputMode="numeric" {...field('minutes')} />
      ) : (
        <TextField label="Unit, for example “report”" {...field('unit')} />
      )}
      <TextField
        label="Quantity"
        inputMode="numeric"
        hint={isSession ? 'Leave empty for unlimited' : undefined}
        {...field('quantity')}
      />
      <SelectField
        label="Granted"
        prompt="Choose one"
        className="sm:col-span-2"
        choices={grantChoices(billing)}
        value={line.grantedPer}
        error={getError('grantedPer')}
        onChange={({ target: { value } }) => {
          const chosen = grantChoices(billing).find(([grant]) => grant === value)
          if (chosen) onChange({ grantedPer: chosen[0] })
        }}
      />
      <TextField label="Weight" inputMode="numeric" {...field('weight')} />
      <Button variant="quiet" size="small" className="self-end justify-self-start" onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-4" />
        <span>
          Remove <span className="sr-only">{line.title}</span>
        </span>
      </Button>
    </fieldset>
  )
}

function grantChoices(billing: 'once' | 'monthly') {
  return billing === 'monthly'
    ? ([
        ['period', 'Every month'],
        ['subscription', 'Once per subscription'],
      ] as const)
    : ([
        ['purchase', 'Once per purchase'],
        ['period', 'For the month that’s paid for'],
      ] as const)
}

function newLine(kind: LineFormValues['kind'], billing: 'once' | 'monthly'): LineFormValues {
  const isSession = kind === 'session'
  return {
    id: newRowId(),
    key: null,
    kind,
    title: '',
    minutes: isSession ? '30' : '',
    unit: '',
    quantity: '1',
    grantedPer: billing === 'monthly' ? 'period' : 'purchase',
    weight: '0',
  }
}
