import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { type FieldErrors, newRowId } from '#platform/web/ui/forms/edit-form.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { type AvailabilityDraft, type HoursDraft, weekdays } from './availability-draft.ts'
import { HoursFields } from './hours-fields.tsx'

export type AvailabilitySectionProps = {
  draft: AvailabilityDraft
  errors: FieldErrors
  onChange: (changes: Partial<AvailabilityDraft>) => void
}

type WeeklyHoursProps = AvailabilitySectionProps & {
  /** Opens the dialog that copies a weekday's hours to other days. */
  onCopy: (day: number) => void
}

/** The hours for each weekday, which can be copied to other weekdays. */
export function WeeklyHoursSection({ draft: { week }, errors, onChange, onCopy }: WeeklyHoursProps) {
  const change = (day: number, hours: HoursDraft[]) =>
    onChange({ week: week.map((current, index) => (index === day ? hours : current)) })
  return (
    <>
      {errors.weeklyHours ? <p className="font-medium text-danger">{errors.weeklyHours}</p> : null}
      <div className="divide-y divide-line">
        {weekdays.map((name, day) => (
          <fieldset
            key={name}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 py-5 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
          >
            {/* A legend cannot be a grid item, so a paragraph shows the name instead. */}
            <legend className="sr-only">{name}</legend>
            <p aria-hidden="true" className="font-semibold sm:pt-2">
              {name}
            </p>
            <div className="grid gap-3">
              {week[day]?.length ? null : <p className="text-muted sm:pt-2">Not available</p>}
              <HoursFields
                dayName={name}
                hours={week[day] ?? []}
                errors={errors}
                onChange={(hours) => change(day, hours)}
              />
            </div>
            {week[day]?.length ? (
              <Button
                variant="quiet"
                size="small"
                className="self-start justify-self-start"
                onClick={() => onCopy(day)}
              >
                <Copy aria-hidden="true" className="size-4" />
                <span>
                  Copy <span className="sr-only">{name}’s hours</span> to other days
                </span>
              </Button>
            ) : null}
          </fieldset>
        ))}
      </div>
    </>
  )
}

type CopyHoursDialogProps = Pick<AvailabilitySectionProps, 'draft' | 'onChange'> & {
  /** Index of the weekday to copy from. Monday is 0. */
  from: number
  onClose: () => void
}

/** Contains a form, so it must be rendered outside the availability form. */
export function CopyHoursDialog({ from, draft: { week }, onChange, onClose }: CopyHoursDialogProps) {
  const [chosen, setChosen] = useState<number[]>([])
  const toggle = (day: number) =>
    setChosen(chosen.includes(day) ? chosen.filter((selected) => selected !== day) : [...chosen, day])
  const copy = () => {
    onChange({
      week: week.map((current, index) =>
        chosen.includes(index) ? (week[from] ?? []).map((hours) => ({ ...hours, id: newRowId() })) : current,
      ),
    })
    onClose()
  }
  return (
    <Dialog title={`Copy ${weekdays[from]}’s hours`} onClose={onClose}>
      <Form onSubmit={copy} className="grid gap-5">
        <fieldset className="grid gap-3">
          <legend className="mb-3">They’ll replace the hours on these days:</legend>
          {weekdays.map((name, day) =>
            day === from ? null : (
              <CheckboxField key={name} label={name} checked={chosen.includes(day)} onChange={() => toggle(day)} />
            ),
          )}
        </fieldset>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen.length === 0}>
            Copy
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
