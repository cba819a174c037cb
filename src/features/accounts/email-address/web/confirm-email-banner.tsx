import { useHydrated } from '#platform/web/hydration.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { useAction } from '#platform/web/use-action.ts'

/**
 * PRODUCT D8: members with an unconfirmed address can use everything and are asked to confirm it. Before hydration, the
 * first-paint script reveals the banner and fills in the address.
 */
export function ConfirmEmailBanner({ email }: { email: string | undefined }) {
  return (
    <Alert
      tone="info"
      id="confirm-email"
      className={classNames('scroll-mt-24', email === undefined && 'hidden unconfirmed:flex')}
    >
      <p>
        Please confirm your email address. We sent a link to{' '}
        <span className={classNames('font-medium wrap-anywhere', email === undefined && 'member-email')}>{email}</span>.
      </p>
      <ResendLink />
    </Alert>
  )
}

const unreachableMessage = 'We couldn’t reach the server. Check your connection and try again.'

export function ResendLink() {
  const isHydrated = useHydrated()
  const { isBusy, ending, run } = useAction()
  const send = () => {
    // Loaded on demand, because most visits to a page do not need it.
    const outcome = import('./queries.ts').then(({ resendVerificationLink }) => resendVerificationLink())
    return outcome.catch(() => ({ state: 'failed', message: unreachableMessage }) as const)
  }

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={classNames('mt-3', !isHydrated && 'invisible')}
        busy={isBusy}
        busyLabel="Sending…"
        onClick={() => run(send)}
      >
        Send the link again
      </Button>
      {ending?.state === 'done' ? (
        <p role="status" className="mt-3 font-medium">
          {ending.message}
        </p>
      ) : null}
      {ending?.state === 'failed' ? (
        <p role="alert" className="mt-3 font-medium text-danger">
          {ending.message}
        </p>
      ) : null}
    </>
  )
}
