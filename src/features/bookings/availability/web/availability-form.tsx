import { type ReactNode, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { EditForm, newRowId, SaveButton, useEditForm } from '#platform/web/ui/forms/edit-form.tsx'
import { type OwnAvailability, type SessionType, saveAvailability } from '../contract.ts'
import { sessionTypeKey } from '../rules.ts'
import { fieldOf, fromDraft, toDraft } from './availability-draft.ts'
import { AvailabilityPreviewSection } from './availability-preview-section.tsx'
import { AvailabilitySettingsSection } from './availability-settings-section.tsx'
import { DateOverridesSection } from './date-overrides-section.tsx'
import { type AvailabilitySectionProps, CopyHoursDialog, WeeklyHoursSection } from './weekly-hours-section.tsx'

const Body = bodyOf(saveAvailability)

/** Saves all sections together, so that the availability is never saved in part. */
export function AvailabilityForm({ current }: { current: OwnAvailability }) {
  const editing = useEditForm(current, {
    toValues: ({ availability }) => toDraft(availability, newRowId),
    toBody: fromDraft,
    schema: Body,
    send: (body) => attempt(saveAvailability, { body }),
    fieldOf,
    invalid: 'We can’t save your changes yet. Check the fields in red.',
  })
  const { typed: draft, change, errors } = editing
  const section = { draft, errors, onChange: change }
  const [copied, setCopied] = useState<number>()
  return (
    <>
      <EditForm editing={editing} label="Availability">
        <FormCard title="Weekly hours">
          <WeeklyHoursSection {...section} onCopy={setCopied} />
        </FormCard>
        <FormCard title="Individual days">
          <DateOverridesSection {...section} today={current.today} />
        </FormCard>
        <FormCard title="Settings">
          <AvailabilitySettingsSection {...section} />
        </FormCard>
        <FormCard title="Sessions you offer">
          <SessionTypesSection {...section} offered={current.offered} />
        </FormCard>
        <FormCard title="Member preview">
          <AvailabilityPreviewSection draft={draft} displayName={current.displayName} />
        </FormCard>
        <SaveButton editing={editing}>Save availability</SaveButton>
      </EditForm>
      {copied === undefined ? null : (
        <CopyHoursDialog from={copied} draft={draft} onChange={change} onClose={() => setCopied(undefined)} />
      )}
    </>
  )
}

function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </Card>
  )
}

type SessionTypesSectionProps = AvailabilitySectionProps & { offered: SessionType[] }

/** Lets the consultant offer every session type in their services, or a selection. */
function SessionTypesSection({ draft, errors, onChange, offered }: SessionTypesSectionProps) {
  const { offersAllSessions, sessions } = draft
  const packages = [...Map.groupBy(offered, ({ packageTitle }) => packageTitle)]
  const toggle = (key: string) =>
    onChange({
      sessions: sessions.includes(key) ? sessions.filter((selected) => selected !== key) : [...sessions, key],
    })
  return (
    <div className="grid gap-5">
      <CheckboxField
        label="All sessions in my services"
        hint="Includes packages added later."
        checked={offersAllSessions}
        onChange={() => onChange({ offersAllSessions: !offersAllSessions })}
      />
      {offersAllSessions ? null : (
        <div className="grid gap-6 sm:grid-cols-2">
          {packages.map(([title, packageSessions]) => (
            <fieldset key={title} className="grid content-start gap-3">
              <legend className="mb-3 font-semibold">{title}</legend>
              {packageSessions.map((session) => (
                <CheckboxField
                  key={sessionTypeKey(session)}
                  label={`${session.title}, ${session.minutes} minutes`}
                  checked={sessions.includes(sessionTypeKey(session))}
                  aria-invalid={errors.sessions ? true : undefined}
                  onChange={() => toggle(sessionTypeKey(session))}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      {errors.sessions && !offersAllSessions ? (
        <p role="alert" className="text-sm font-medium text-danger">
          {errors.sessions}
        </p>
      ) : null}
    </div>
  )
}
