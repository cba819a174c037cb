import { useState } from 'react'
import { useHydrated } from '#platform/web/hydrated.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { Outcome } from './queries.ts'

/**
 * PRODUCT D8: who has not confirmed the address can do everything, and is asked to. Before the page has come alive the
 * first script's mark shows it, and it says the address.
 */
export function ConfirmEmail({ email }: { email: string | undefined }) {
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

type Sending = { state: 'idle' } | { state: 'sending' } | Outcome

const unreachable = 'We could not reach the server. Please check your connection and try again.'

export function ResendLink() {
  const isAlive = useHydrated()
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const send = async () => {
    setSending({ state: 'sending' })
    // Not with the page: one that is only read does without it.
    const outcome = import('./queries.ts').then(({ sendLinkAgain }) => sendLinkAgain())
    setSending(await outcome.catch(() => ({ state: 'failed', message: unreachable }) as const))
  }

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className={classNames('mt-3', !isAlive && 'invisible')}
        busy={sending.state === 'sending'}
        busyLabel="Sending…"
        onClick={send}
      >
        Send the link again
      </Button>
      {sending.state === 'done' ? (
        <p role="status" className="mt-3 font-medium">
          {sending.message}
        </p>
      ) : null}
      {sending.state === 'failed' ? (
        <p role="alert" className="mt-3 font-medium text-danger">
          {sending.message}
        </p>
      ) : null}
    </>
  )
}
