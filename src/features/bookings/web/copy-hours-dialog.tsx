import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/checkbox-field.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { weekdays } from '../rules/availability-draft.ts'

type CopyHoursDialogProps = {
  /** The weekday whose hours are copied; 0 is Monday. */
  from: number
  onCopy: (to: number[]) => void
  onClose: () => void
}

export function CopyHoursDialog({ from, onCopy, onClose }: CopyHoursDialogProps) {
  const [chosen, setChosen] = useState<number[]>([])
  const toggle = (day: number) =>
    setChosen(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day])
  const copy = () => {
    onCopy(chosen)
    onClose()
  }
  return (
    <Dialog title={`Copy the hours of ${weekdays[from]}`} onClose={onClose}>
      <div className="grid gap-5">
        <fieldset className="grid gap-3">
          <legend className="mb-3">They take the place of what stands at these days:</legend>
          {weekdays.map((name, day) =>
            day === from ? null : (
              <CheckboxField key={name} label={name} checked={chosen.includes(day)} onChange={() => toggle(day)} />
            ),
          )}
        </fieldset>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button onClick={copy} disabled={chosen.length === 0}>
            Copy
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
