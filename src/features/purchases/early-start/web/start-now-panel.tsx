import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { getOwnedPackage } from '../../entitlements/contract.ts'
import { acknowledgementNeeded, startPackage } from '../contract.ts'

type StartNowPanelProps = { owned: Pick<ResponseOf<typeof getOwnedPackage>, 'id' | 'startTerms'> }

/** Lets a member start a waiting package before the chosen day (PRODUCT D19). */
export function StartNowPanel({ owned: { id, startTerms } }: StartNowPanelProps) {
  const { revalidate } = useRevalidator()
  const checkbox = useRef<HTMLInputElement>(null)
  const [isTicked, setTicked] = useState(false)
  const [isTickMissing, setTickMissing] = useState(false)
  // The package may have started by now, so reload to show the current state.
  const { isBusy, problem, run } = useAction({ toast: 'success', reload: revalidate })
  if (!startTerms) return null
  const { version, acknowledgement } = startTerms

  const start = () => {
    setTickMissing(!isTicked)
    if (!isTicked) return checkbox.current?.focus()
    const body = { version, acknowledged: true }
    void run(() => attempt(startPackage, { params: { entitlementId: id }, body }))
  }

  return (
    <Form onSubmit={start} className="grid max-w-prose gap-4 rounded-md bg-info-soft p-4">
      <p className="font-medium">Would you like to start sooner?</p>
      <CheckboxField
        ref={checkbox}
        label={acknowledgement}
        checked={isTicked}
        {...(isTickMissing && !isTicked && { error: acknowledgementNeeded })}
        onChange={({ target }) => setTicked(target.checked)}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div>
        <Button type="submit" busy={isBusy} busyLabel="Starting…">
          Start now
        </Button>
      </div>
    </Form>
  )
}
