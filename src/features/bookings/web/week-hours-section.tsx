import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { type AvailabilityDraft, type HoursDraft, weekdays } from '../rules/availability-draft.ts'
import { CopyHoursDialog } from './copy-hours-dialog.tsx'
import { HoursList } from './hours-list.tsx'
import { type ChangeDraft, type FieldErrors, newId } from './use-availability.ts'

export type AvailabilitySectionProps = { draft: AvailabilityDraft; errors: FieldErrors; onChange: ChangeDraft }

/** The hours of each weekday; those of one can be copied to others. */
export function WeekHours({ draft: { week }, errors, onChange }: AvailabilitySectionProps) {
  const [copied, setCopied] = useState<number>()
  const change = (day: number, hours: HoursDraft[]) =>
    onChange({ week: week.map((own, index) => (index === day ? hours : own)) })
  const copy = (from: number, to: number[]) =>
    onChange({
      week: week.map((own, index) =>
        to.includes(index) ? (week[from] ?? []).map((hours) => ({ ...hours, id: newId() })) : own,
      ),
    })
  return (
    <>
      {errors.weeklyHours ? <p className="font-medium text-danger">{errors.weeklyHours}</p> : null}
      <div className="divide-y divide-line">
        {weekdays.map((name, day) => (
          <fieldset
            key={name}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 py-5 sm:grid-cols-[8rem_minmax(0,1fr)_auto]"
          >
            {/* A legend is no part of a grid. */}
            <legend className="sr-only">{name}</legend>
            <p aria-hidden="true" className="font-semibold sm:pt-2">
              {name}
            </p>
            <div className="grid gap-3">
              {week[day]?.length ? null : <p className="text-muted sm:pt-2">Not available</p>}
              <HoursList of={name} hours={week[day] ?? []} errors={errors} onChange={(hours) => change(day, hours)} />
            </div>
            {week[day]?.length ? (
              <Button
                variant="quiet"
                size="small"
                className="self-start justify-self-start"
                onClick={() => setCopied(day)}
              >
                <Copy aria-hidden="true" className="size-4" />
                <span>
                  Copy <span className="sr-only">the hours of {name}</span> to other days
                </span>
              </Button>
            ) : null}
          </fieldset>
        ))}
      </div>
      {copied === undefined ? null : (
        <CopyHoursDialog from={copied} onCopy={(to) => copy(copied, to)} onClose={() => setCopied(undefined)} />
      )}
    </>
  )
}
