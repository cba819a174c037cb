import { CircleCheck } from 'lucide-react'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'

type SaveBarProps = {
  busy: boolean
  /** An error that does not belong to a field. */
  problem: string | undefined
  /** Confirms the last save. */
  saved: string | undefined
}

export function SaveBar({ busy, problem, saved }: SaveBarProps) {
  return (
    <div className="grid gap-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={busy} busyLabel="Saving…">
          Save changes
        </Button>
        {/* Rendered before it has text, so that screen readers announce the change. */}
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
