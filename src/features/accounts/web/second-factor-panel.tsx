import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import {
  type AuthenticatorSecret,
  confirmAuthenticator,
  removeAuthenticator,
  replaceRecoveryCodes,
  startAuthenticator,
} from '../contract/second-factor.ts'
import { AccountCard } from './account-card.tsx'
import { AuthenticatorSetup } from './authenticator-setup-form.tsx'
import { useFreshIdentity } from './confirm-identity-dialog.tsx'
import { RecoveryCodes } from './recovery-codes-panel.tsx'
import type { SecondFactor } from './use-second-factor.ts'

type SecondFactorPanelProps = { factor: SecondFactor; reload: () => Promise<void> }

type Step =
  | { state: 'resting' }
  | { state: 'busy'; what: 'start' | 'codes' | 'remove' }
  | { state: 'failed'; message: string }
  | { state: 'setting-up'; secret: AuthenticatorSecret }
  | { state: 'asking-to-remove' }
  | { state: 'codes'; codes: string[] }

/** Two-factor login: an authenticator app, and recovery codes for the day without the phone. */
export function SecondFactorPanel({ factor, reload }: SecondFactorPanelProps) {
  const { step, setStep, start, confirm, renewCodes, remove, question } = useSteps(reload)
  const rest = () => setStep({ state: 'resting' })
  const finish = async () => {
    await reload()
    rest()
  }
  return (
    <AccountCard
      title="Two-factor login"
      badge={factor.authenticator ? <Badge tone="success">On</Badge> : <Badge tone="neutral">Off</Badge>}
      lead="After your password we ask for a code from an app on your phone. A stolen password alone opens nothing then."
    >
      <div className="grid gap-5">
        {step.state === 'failed' ? <Alert tone="error">{step.message}</Alert> : null}
        {step.state === 'setting-up' ? (
          <AuthenticatorSetup {...step.secret} onCode={confirm} onCancel={rest} />
        ) : step.state === 'codes' ? (
          <RecoveryCodes codes={step.codes} onKept={finish} />
        ) : (
          <Overview
            factor={factor}
            busy={step.state === 'busy' ? step.what : undefined}
            onStart={start}
            onCodes={renewCodes}
            onRemove={() => setStep({ state: 'asking-to-remove' })}
          />
        )}
      </div>
      {step.state === 'asking-to-remove' ? <RemovalDialog onRemove={remove} onClose={rest} /> : null}
      {question}
    </AccountCard>
  )
}

function useSteps(reload: () => Promise<void>) {
  const [step, setStep] = useState<Step>({ state: 'resting' })
  const { withIdentity, question } = useFreshIdentity()

  const start = async () => {
    setStep({ state: 'busy', what: 'start' })
    const ending = await withIdentity(() => attempt(startAuthenticator))
    if (!ending) return setStep({ state: 'resting' })
    setStep(ending.state === 'done' ? { state: 'setting-up', secret: ending.value } : ending)
  }
  const confirm = async (code: string) => {
    const ending = await withIdentity(() => attempt(confirmAuthenticator, { body: { code } }))
    if (ending?.state !== 'done') return ending
    setStep({ state: 'codes', codes: ending.value.recoveryCodes })
    await reload()
    return null
  }
  const renewCodes = async () => {
    setStep({ state: 'busy', what: 'codes' })
    const ending = await withIdentity(() => attempt(replaceRecoveryCodes))
    if (!ending) return setStep({ state: 'resting' })
    setStep(ending.state === 'done' ? { state: 'codes', codes: ending.value.recoveryCodes } : ending)
  }
  const remove = async () => {
    setStep({ state: 'busy', what: 'remove' })
    const ending = await withIdentity(() => attempt(removeAuthenticator))
    if (ending?.state === 'failed') return setStep(ending)
    if (ending) notify.success(ending.message)
    await reload()
    setStep({ state: 'resting' })
  }
  return { step, setStep, start, confirm, renewCodes, remove, question }
}

type OverviewProps = {
  factor: SecondFactor
  busy: 'start' | 'codes' | 'remove' | undefined
  onStart: () => void
  onCodes: () => void
  onRemove: () => void
}

function Overview({ factor, busy, onStart, onCodes, onRemove }: OverviewProps) {
  const { authenticator, recoveryCodesLeft: left, passkeys, isRequired } = factor
  if (!authenticator) {
    return (
      <Button className="justify-self-start" busy={busy === 'start'} busyLabel="Preparing…" onClick={onStart}>
        Set up an authenticator app
      </Button>
    )
  }
  const isLast = isRequired && passkeys.length === 0
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">Authenticator app</dt>
          <dd className="font-medium">On since {formatDate(authenticator.since)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Recovery codes</dt>
          <dd className="font-medium">{left === 1 ? '1 code is left' : `${left} codes are left`}</dd>
        </div>
      </dl>
      {left <= FEW_CODES ? (
        <Alert tone="warning">Without your phone you get in only with a recovery code. Please make new ones.</Alert>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={busy === 'codes'} busyLabel="Making codes…" onClick={onCodes}>
          Make new recovery codes
        </Button>
        <Button variant="quiet" size="small" busy={busy === 'start'} busyLabel="Preparing…" onClick={onStart}>
          Use another app
        </Button>
        {isLast ? null : (
          <Button variant="quiet" size="small" busy={busy === 'remove'} busyLabel="Switching off…" onClick={onRemove}>
            Switch off
          </Button>
        )}
      </div>
      {isLast ? <p className="text-sm text-muted">Your role needs a second factor, so this one stays on.</p> : null}
    </div>
  )
}

/** Time to make new ones before the last is gone. */
const FEW_CODES = 2

function RemovalDialog({ onRemove, onClose }: { onRemove: () => void; onClose: () => void }) {
  return (
    <Dialog title="Switch two-factor login off?" onClose={onClose}>
      <p>Then your password alone opens your account, and your recovery codes stop working.</p>
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={onClose}>
          Keep it on
        </Button>
        <Button variant="danger" onClick={onRemove}>
          Switch off
        </Button>
      </div>
    </Dialog>
  )
}
