import { useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { useAction } from '#platform/web/use-action.ts'

type RecoveryRequest = { dueAt: string }

/**
 * For users who have lost their phone, recovery codes and passkeys. Explains how the factors are removed before the
 * user requests it.
 */
export function LostFactorsPanel({ send }: { send: () => Promise<Attempt<RecoveryRequest>> }) {
  const [isOpen, setIsOpen] = useState(false)
  const [requested, setRequested] = useState<RecoveryRequest>()
  const { isBusy, problem, run } = useAction()
  if (!isOpen) return <LinkButton onClick={() => setIsOpen(true)}>I’ve lost all of these</LinkButton>
  if (requested) {
    return (
      <Alert tone="success">
        We’ve sent you an email. On {formatDate(requested.dueAt)} we’ll remove your two-factor login, and your password
        will be all you need to log in.
      </Alert>
    )
  }
  return (
    <div className="grid gap-4 rounded-md border border-line p-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <p>
        We can remove your authenticator app, recovery codes and passkeys in seven days. We’ll email you now, two days
        before and when it’s done. If you find and use one of them or set a new password, we won’t remove anything.
      </p>
      <Button variant="secondary" busy={isBusy} busyLabel="Asking…" onClick={() => run(send, setRequested)}>
        Remove them in seven days
      </Button>
    </div>
  )
}
