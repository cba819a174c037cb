import { useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Fact } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { PasskeysPanel } from '../../passkeys/web/passkeys-panel.tsx'
import { AccountCard } from '../../web/account-card.tsx'
import {
  type AuthenticatorSecret,
  confirmAuthenticator,
  getSecondFactor,
  removeAuthenticator,
  replaceRecoveryCodes,
  startAuthenticator,
} from '../contract.ts'
import { AuthenticatorSetupForm } from './authenticator-setup-form.tsx'
import { RecoveryCodesPanel } from './recovery-codes-panel.tsx'

/**
 * The ways to log in other than with the password (PRODUCT D14). The section stays in place while its content loads.
 */
export function SecondFactorSection() {
  // The content may include recovery codes, which are shown only once, so keep it if a reload fails.
  const { found, reload } = useLoaded(getSecondFactor)
  return (
    <section
      id="two-factor"
      tabIndex={-1}
      aria-label="Two-factor login and passkeys"
      className="grid grid-cols-[minmax(0,1fr)] gap-6 outline-none"
    >
      {found.state === 'loaded' ? (
        <>
          {found.value.removedAt ? (
            <Alert tone="warning">
              Someone with your password told us you’ve lost your authenticator app, recovery codes and passkeys. We’ll
              remove your two-factor login on {formatDate(found.value.removedAt)}. If this wasn’t you, change your
              password now to stop it. Logging in with your app, a recovery code or a passkey stops it too.
            </Alert>
          ) : null}
          <SecondFactorPanel factor={found.value} reload={reload} />
          <PasskeysPanel passkeys={found.value.passkeys} reload={reload} />
        </>
      ) : (
        <AccountCard title="Two-factor login and passkeys">
          {found.state === 'loading' ? <Spinner label="Loading your two-factor login" className="size-8" /> : null}
          {found.state === 'failed' ? <LoadFailed message={found.message} onRetry={reload} /> : null}
        </AccountCard>
      )}
    </section>
  )
}

export type SecondFactor = ResponseOf<typeof getSecondFactor>

type SecondFactorPanelProps = { factor: SecondFactor; reload: () => Promise<void> }

/** Two-factor login with an authenticator app, and recovery codes in case the phone is lost. */
function SecondFactorPanel({ factor, reload }: SecondFactorPanelProps) {
  const steps = useSteps(reload)
  const { step, problem, reset } = steps
  const finish = async () => {
    await reload()
    reset()
  }
  return (
    <AccountCard
      title="Two-factor login"
      badge={factor.authenticator ? <Badge tone="success">On</Badge> : <Badge tone="neutral">Off</Badge>}
      lead="After your password, we’ll ask for a code from an app on your phone. A stolen password isn’t enough to get in."
    >
      <div className="grid gap-5">
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        {step.state === 'setting-up' ? (
          <AuthenticatorSetupForm {...step.secret} onCode={steps.confirm} onCancel={reset} />
        ) : step.state === 'codes' ? (
          <RecoveryCodesPanel codes={step.codes} onSaved={finish} />
        ) : (
          <Overview factor={factor} steps={steps} />
        )}
      </div>
      {step.state === 'confirming-removal' ? (
        <ConfirmDialog
          title="Turn off two-factor login?"
          act="Turn off"
          variant="danger"
          keep="Keep it on"
          action={{ isBusy: false, problem: undefined }}
          onConfirm={steps.remove}
          onClose={reset}
        >
          <p>Your password will be all you need to log in, and your recovery codes will stop working.</p>
        </ConfirmDialog>
      ) : null}
    </AccountCard>
  )
}

type Step =
  | { state: 'idle' }
  | { state: 'setting-up'; secret: AuthenticatorSecret }
  | { state: 'confirming-removal' }
  | { state: 'codes'; codes: string[] }

function useSteps(reload: () => Promise<void>) {
  const [step, setStep] = useState<Step>({ state: 'idle' })
  const { busy, isBusy, problem, run } = useAction<'start' | 'codes' | 'remove'>()
  const reset = () => setStep({ state: 'idle' })

  const start = () =>
    run(
      () => attempt(startAuthenticator),
      (secret) => setStep({ state: 'setting-up', secret }),
      'start',
    )
  const confirm = async (code: string) => {
    const ending = await attempt(confirmAuthenticator, { body: { code } })
    if (ending.state !== 'done') return ending
    setStep({ state: 'codes', codes: ending.value.recoveryCodes })
    await reload()
    return null
  }
  const renewCodes = () =>
    run(
      () => attempt(replaceRecoveryCodes),
      ({ recoveryCodes }) => setStep({ state: 'codes', codes: recoveryCodes }),
      'codes',
    )
  const confirmRemoval = () => {
    if (!isBusy) setStep({ state: 'confirming-removal' })
  }
  const remove = () => {
    reset()
    return run(
      () => attempt(removeAuthenticator),
      (_, message) => {
        notify.success(message)
        return reload()
      },
      'remove',
    )
  }
  return { step, busy, problem, reset, start, confirm, renewCodes, confirmRemoval, remove }
}

type OverviewProps = { factor: SecondFactor; steps: ReturnType<typeof useSteps> }

function Overview({ factor, steps: { busy, start, renewCodes, confirmRemoval } }: OverviewProps) {
  const { authenticator, recoveryCodesLeft: codesLeft, passkeys, isRequired } = factor
  if (!authenticator) {
    return (
      <Button className="justify-self-start" busy={busy === 'start'} busyLabel="Preparing…" onClick={start}>
        Set up an authenticator app
      </Button>
    )
  }
  const isLast = isRequired && passkeys.length === 0
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name="Authenticator app">On since {formatDate(authenticator.since)}</Fact>
        <Fact name="Recovery codes">{codesLeft === 1 ? '1 code left' : `${codesLeft} codes left`}</Fact>
      </dl>
      {codesLeft <= FEW_CODES ? (
        <Alert tone="warning">
          You’re running out of recovery codes, which let you in without your phone. Create new ones.
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          busy={busy === 'codes'}
          busyLabel="Creating codes…"
          onClick={renewCodes}
        >
          Create new recovery codes
        </Button>
        <Button variant="quiet" size="small" busy={busy === 'start'} busyLabel="Preparing…" onClick={start}>
          Use another app
        </Button>
        {isLast ? null : (
          <Button
            variant="quiet"
            size="small"
            busy={busy === 'remove'}
            busyLabel="Turning off…"
            onClick={confirmRemoval}
          >
            Turn off
          </Button>
        )}
      </div>
      {isLast ? (
        <p className="text-sm text-muted">Your role needs two-factor login, so you can’t turn it off.</p>
      ) : null}
    </div>
  )
}

/** Leaves time to create new codes before the last one is used. */
const FEW_CODES = 2
