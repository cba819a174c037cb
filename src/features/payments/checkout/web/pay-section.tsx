import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#platform/shared/format-money.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { AgeBlockerNotice } from '../../guardians/web/age-question-panel.tsx'
import type { useAge } from '../../guardians/web/use-age.ts'
import { ProviderLine } from '../../web/payment-page-section.tsx'
import type { Quote } from '../contract.ts'
import { AlreadyOwnedNotice, CardMandate } from './purchase-terms-section.tsx'
import type { Payment } from './use-checkout.ts'

type PaySectionProps = { quote: Quote; payment: Payment; age: ReturnType<typeof useAge>; isReady: boolean }

/** The Pay button, below the notices the buyer must read first. */
export function PaySection({ quote, payment, age, isReady }: PaySectionProps) {
  const isBusy = payment.state === 'processing'
  return (
    <div className="grid gap-4">
      <CardMandate quote={quote} />
      <PaymentNotices quote={quote} payment={payment} />
      <AgeBlockerNotice age={age} />
      <Button
        type="submit"
        wide
        disabled={!isReady || payment.state === 'reading' || age.blocker !== undefined}
        busy={isBusy}
        busyLabel="Processing Payment..."
      >
        Pay {formatMoney(quote.price.total, quote.price.currency)}
      </Button>
      {isBusy ? <SlowNotice /> : null}
      <ProviderLine />
    </div>
  )
}

/** Notices to read before paying. When a new one appears, it takes focus. */
function PaymentNotices({ quote: { runsUntil }, payment }: { quote: Quote; payment: Payment }) {
  const notices = useRef<HTMLDivElement>(null)
  const isNew = payment.state === 'reading'
  useEffect(() => {
    if (isNew) notices.current?.focus()
  }, [isNew])
  const problem = payment.state === 'editing' || payment.state === 'reading' ? payment.problem : undefined
  if (!problem && !runsUntil) return null
  return (
    <div ref={notices} tabIndex={-1} className="grid gap-4">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {runsUntil ? <AlreadyOwnedNotice runsUntil={runsUntil} /> : null}
    </div>
  )
}

/** A buyer never waits longer than this without seeing a message. */
const SLOW_AFTER_MS = 20_000

function SlowNotice() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <Alert tone="info" title="This is taking longer than usual">
      <p>
        If your bank asks you to approve the payment, do it there. You can also leave this page: we’ll email you as soon
        as your payment is confirmed, and your dashboard shows its progress.
      </p>
      <ButtonLink to="/portal/dashboard" reloadDocument variant="quiet" size="small" className="mt-3">
        Go to your dashboard
      </ButtonLink>
    </Alert>
  )
}
