import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { previewRefund, type RefundPreview, refundBlockers, refundPurchase } from '../contract.ts'
import { describeUpcomingSessions } from '../rules.ts'
import { RefundForm, type RefundRequest } from './refund-form.tsx'

type RefundDialogProps = { purchaseId: string; onClose: () => void }

type Step =
  | { at: 'loading' }
  | { at: 'choosing'; preview: RefundPreview; wish: RefundRequest | undefined }
  | { at: 'confirming'; preview: RefundPreview; meaning: NonNullable<RefundPreview['meaning']>; wish: RefundRequest }
  | { at: 'impossible'; sentence: string }

/** Asks for amount and reason, shows the server's preview, and refunds only after a confirmation. */
export function RefundDialog({ purchaseId, onClose }: RefundDialogProps) {
  const [step, setStep] = useState<Step>({ at: 'loading' })
  const { isBusy, problem, run, fail, clear } = useAction()
  const place = useRef<HTMLDivElement>(null)
  useKeepFocus(place, step.at === 'loading' ? null : step.at)
  const params = { purchaseId }
  useEffect(() => {
    let isOpen = true
    attempt(previewRefund, { params: { purchaseId }, query: {} }).then((ending) => {
      if (isOpen) setStep(ending.state === 'failed' ? impossible(ending.message) : firstStep(ending.value))
    })
    return () => {
      isOpen = false
    }
  }, [purchaseId])
  const look = (wish: RefundRequest) =>
    run(
      () => attempt(previewRefund, { params, query: { amount: wish.amount } }),
      (preview) => {
        const { meaning, blocker } = preview
        if (meaning) setStep({ at: 'confirming', preview, meaning, wish })
        else if (blocker) fail(refundBlockers[blocker])
      },
    )
  /** Returns to the form, with the current amounts. */
  const choose = async (wish: RefundRequest, sentence?: string) => {
    const ending = await attempt(previewRefund, { params, query: {} })
    if (ending.state === 'failed') return setStep(impossible(ending.message))
    const next = firstStep(ending.value)
    if (sentence) fail(sentence)
    else clear()
    setStep(next.at === 'choosing' ? { ...next, wish } : next)
  }
  return (
    <Dialog title="Give money back" onClose={onClose}>
      <div ref={place} tabIndex={-1} className="focus:outline-none">
        {step.at === 'loading' ? <Spinner label="Loading" /> : null}
        {step.at === 'impossible' ? <p>{step.sentence}</p> : null}
        {step.at === 'choosing' ? (
          <RefundForm preview={step.preview} wish={step.wish} isBusy={isBusy} problem={problem} onWish={look} />
        ) : null}
        {step.at === 'confirming' ? (
          <Confirmation
            {...step}
            purchaseId={purchaseId}
            onBack={(sentence) => choose(step.wish, sentence)}
            onDone={onClose}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

function firstStep(preview: RefundPreview): Step {
  const { blocker } = preview
  if (!blocker) return { at: 'choosing', preview, wish: undefined }
  return impossible(refundBlockers[blocker])
}

function impossible(sentence: string): Step {
  return { at: 'impossible', sentence }
}

type ConfirmationProps = Omit<Extract<Step, { at: 'confirming' }>, 'at'> & {
  purchaseId: string
  onBack: (sentence?: string) => Promise<void>
  onDone: () => void
}

/** The final confirmation, with the effect on money, documents and package. */
function Confirmation({ preview, meaning, wish, purchaseId, onBack, onDone }: ConfirmationProps) {
  const { revalidate } = useRevalidator()
  const { isBusy, problem, run, clear } = useAction({ toast: 'success' })
  // Keep the same id when a lost answer is retried, so that only one refund is made.
  const requestId = useRef<string>(crypto.randomUUID())
  const money = formatMoney(meaning.amount, preview.currency)
  const give = async () => {
    const body = { ...wish, requestId: requestId.current, expectedRemainder: preview.remainder }
    const ending = await run(
      () => attempt(refundPurchase, { params: { purchaseId }, body }),
      () => {
        onDone()
        void revalidate()
      },
    )
    if (ending?.state !== 'failed' || ending.reason !== 'edited-elsewhere') return
    clear()
    await onBack(ending.message)
  }
  return (
    <div className="grid gap-5">
      <Consequences preview={preview} meaning={meaning} wish={wish} />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={() => onBack()}>
          Back
        </Button>
        <Button variant="danger" busy={isBusy} busyLabel="Giving back…" onClick={give}>
          Give {money} back
        </Button>
      </div>
    </div>
  )
}

function Consequences({ preview, meaning, wish }: Pick<ConfirmationProps, 'preview' | 'meaning' | 'wish'>) {
  const { currency, hasAccess, upcomingSessions, packageTitle, total } = preview
  const { amount, left, creditNote, isWhole, endsSubscription } = meaning
  const ends = isWhole || wish.endsAccess
  const coming = describeUpcomingSessions(upcomingSessions)
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-primary-ink">
      <li>
        <strong className="font-semibold">{formatMoney(amount, currency)}</strong> goes back the way it was paid;{' '}
        {formatMoney(left, currency)} of {formatMoney(total, currency)} stays with us.
      </li>
      <li>
        A credit note of {formatMoney(creditNote.total, currency)} is issued: {formatMoney(creditNote.net, currency)}{' '}
        and {formatMoney(creditNote.tax, currency)} tax.
      </li>
      <li>{describeAccess({ hasAccess, ends, packageTitle })}</li>
      {ends && coming ? <li>We cancel {coming}.</li> : null}
      {ends && endsSubscription ? <li>No further month of the subscription is charged.</li> : null}
      <li>The buyer gets a letter with the figures and your reason: “{wish.reason}”</li>
    </ul>
  )
}

function describeAccess({
  hasAccess,
  ends,
  packageTitle,
}: {
  hasAccess: boolean
  ends: boolean
  packageTitle: string
}) {
  if (!hasAccess) return `${packageTitle} has ended already.`
  return ends ? `${packageTitle} ends now.` : `${packageTitle} goes on.`
}
