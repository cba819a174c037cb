import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { OwnAvailability } from '../contract/availability.ts'
import { AvailabilityPreview } from './availability-preview-section.tsx'
import { AvailabilitySettings } from './availability-settings-section.tsx'
import { HeldSessions } from './held-sessions-section.tsx'
import { SingleDays } from './single-days-section.tsx'
import { useAvailability } from './use-availability.ts'
import { WeekHours } from './week-hours-section.tsx'

/** One document, one button: nothing is saved in part. */
export function AvailabilityForm({ own }: { own: OwnAvailability }) {
  const { draft, change, errors, isSaving, outcome, save, form } = useAvailability(own)
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Availability"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-8"
    >
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">Every week</h2>
        <WeekHours draft={draft} onChange={change} errors={errors} />
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">Single days</h2>
        <SingleDays draft={draft} onChange={change} errors={errors} today={own.today} />
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">How you work</h2>
        <AvailabilitySettings draft={draft} onChange={change} errors={errors} />
      </Card>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h2 className="text-2xl">Which sessions you hold</h2>
        <HeldSessions draft={draft} onChange={change} errors={errors} offered={own.offered} />
      </Card>
      <Card className="grid gap-4">
        <h2 className="text-2xl">What members will see</h2>
        <AvailabilityPreview draft={draft} displayName={own.displayName} />
      </Card>
      <div className="grid gap-4">
        {outcome ? <Alert tone={outcome.tone}>{outcome.text}</Alert> : null}
        <Button type="submit" className="justify-self-start" busy={isSaving} busyLabel="Saving…">
          Save availability
        </Button>
      </div>
    </form>
  )
}
