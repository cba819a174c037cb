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
  | { state: 'loading' }
  | { state: 'choosing'; preview: RefundPreview; request: RefundRequest | undefined }
  | {
      state: 'confirming'
      preview: RefundPreview
      meaning: NonNullable<RefundPreview['meaning']>
      request: RefundRequest
    }
  | { state: 'impossible'; sentence: string }

/** Asks for the amount and reason, shows the server's preview, and refunds only once confirmed. */
export function RefundDialog({ purchaseId, onClose }: RefundDialogProps) {
  const [step, setStep] = useState<Step>({ state: 'loading' })
  const { isBusy, problem, run, fail, clear } = useAction()
  const place = useRef<HTMLDivElement>(null)
  useKeepFocus(place, step.state === 'loading' ? null : step.state)
  const params = { purchaseId }
  useEffect(() => {
    let isOpen = true
    attempt(previewRefund, { params: { purchaseId }, query: {} }).then((ending) => {
      if (isOpen) setStep(ending.state === 'failed' ? toImpossible(ending.message) : toFirstStep(ending.value))
    })
    return () => {
      isOpen = false
    }
  }, [purchaseId])
  const showConsequences = (request: RefundRequest) =>
    run(
      () => attempt(previewRefund, { params, query: { amount: request.amount } }),
      (preview) => {
        const { meaning, blocker } = preview
        if (meaning) setStep({ state: 'confirming', preview, meaning, request })
        else if (blocker) fail(refundBlockers[blocker])
      },
    )
  /** Returns to the form, with the current amounts. */
  const returnToForm = async (request: RefundRequest, sentence?: string) => {
    const ending = await attempt(previewRefund, { params, query: {} })
    if (ending.state === 'failed') return setStep(toImpossible(ending.message))
    const next = toFirstStep(ending.value)
    if (sentence) fail(sentence)
    else clear()
    setStep(next.state === 'choosing' ? { ...next, request } : next)
  }
  return (
    <Dialog title="Refund" onClose={onClose}>
      <div ref={place} tabIndex={-1} className="focus:outline-none">
        {step.state === 'loading' ? <Spinner label="Loading" /> : null}
        {step.state === 'impossible' ? <p>{step.sentence}</p> : null}
        {step.state === 'choosing' ? (
          <RefundForm
            preview={step.preview}
            request={step.request}
            isBusy={isBusy}
            problem={problem}
            onSubmit={showConsequences}
          />
        ) : null}
        {step.state === 'confirming' ? (
          <Confirmation
            {...step}
            purchaseId={purchaseId}
            onBack={(sentence) => returnToForm(step.request, sentence)}
            onDone={onClose}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

function toFirstStep(preview: RefundPreview): Step {
  const { blocker } = preview
  if (!blocker) return { state: 'choosing', preview, request: undefined }
  return toImpossible(refundBlockers[blocker])
}

function toImpossible(sentence: string): Step {
  return { state: 'impossible', sentence }
}

type ConfirmationProps = Omit<Extract<Step, { state: 'confirming' }>, 'state'> & {
  purchaseId: string
  onBack: (sentence?: string) => Promise<void>
  onDone: () => void
}

/** The final confirmation, with the effect on the money, documents and package. */
function Confirmation({ preview, meaning, request, purchaseId, onBack, onDone }: ConfirmationProps) {
  const { revalidate } = useRevalidator()
  const { isBusy, problem, run, clear } = useAction({ toast: 'success' })
  // Keep the same id when retrying after a lost response, so that only one refund is made.
  const requestId = useRef<string>(crypto.randomUUID())
  const money = formatMoney(meaning.amount, preview.currency)
  const sendRefund = async () => {
    const body = { ...request, requestId: requestId.current, expectedRemainder: preview.remainder }
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
      <Consequences preview={preview} meaning={meaning} request={request} />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={() => onBack()}>
          Back
        </Button>
        <Button variant="danger" busy={isBusy} busyLabel="Refunding…" onClick={sendRefund}>
          Refund {money}
        </Button>
      </div>
    </div>
  )
}

function Consequences({ preview, meaning, request }: Pick<ConfirmationProps, 'preview' | 'meaning' | 'request'>) {
  const { currency, hasAccess, upcomingSessions, packageTitle, total } = preview
  const { amount, left, creditNote, isWhole, endsSubscription } = meaning
  const endsPackage = isWhole || request.endsAccess
  const upcoming = describeUpcomingSessions(upcomingSessions)
  return (
    <ul className="grid list-disc gap-1.5 pl-5 marker:text-primary-ink">
      <li>
        <strong className="font-semibold">{formatMoney(amount, currency)}</strong> will go back to the original payment
        method. We’ll keep {formatMoney(left, currency)} of {formatMoney(total, currency)}.
      </li>
      <li>
        We’ll issue a credit note for {formatMoney(creditNote.total, currency)}: {formatMoney(creditNote.net, currency)}{' '}
        plus {formatMoney(creditNote.tax, currency)} tax.
      </li>
      <li>{describeAccess({ hasAccess, endsPackage, packageTitle })}</li>
      {endsPackage && upcoming ? <li>We’ll cancel {upcoming}.</li> : null}
      {endsPackage && endsSubscription ? <li>The subscription won’t be charged again.</li> : null}
      <li>We’ll email the buyer the amounts and your reason: “{request.reason}”</li>
    </ul>
  )
}

function describeAccess({
  hasAccess,
  endsPackage,
  packageTitle,
}: {
  hasAccess: boolean
  endsPackage: boolean
  packageTitle: string
}) {
  if (!hasAccess) return `${packageTitle} has already ended.`
  return endsPackage ? `${packageTitle} will end now.` : `${packageTitle} will continue.`
}
