import { CircleCheck } from 'lucide-react'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'

type SaveSectionProps = {
  busy: boolean
  /** What went wrong and belongs to no field. */
  problem: string | undefined
  /** What was saved a moment ago. */
  saved: string | undefined
}

/** The end of each form of the profile. */
export function SaveSection({ busy, problem, saved }: SaveSectionProps) {
  return (
    <div className="grid gap-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={busy} busyLabel="Saving…">
          Save changes
        </Button>
        {/* There before it has words, so that a screen reader hears them come. */}
        <p role="status" className="flex items-center gap-2 font-medium text-success">
          {saved ? (
            <>
              <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
              {saved}
            </>
          ) : null}
        </p>
      </div>
    </div>
  )
}
