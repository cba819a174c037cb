import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFreshIdentity } from '#features/accounts/web/public-identity.tsx'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { previewRefund, type RefundPreview, refundObstacles, refundPurchase } from '../contract/refund.ts'
import { comingSessionsInWords } from '../rules/coming-sessions.ts'
import { RefundForm, type RefundWish } from './refund-form.tsx'

type RefundDialogProps = { purchaseId: string; onClose: () => void }

type Step =
  | { at: 'loading' }
  | { at: 'choosing'; preview: RefundPreview; wish: RefundWish | undefined }
  | { at: 'confirming'; preview: RefundPreview; meaning: NonNullable<RefundPreview['meaning']>; wish: RefundWish }
  | { at: 'impossible'; sentence: string }

/** Asks how much and why, says what that means by the server's figures, and only then gives money back. */
export function RefundDialog({ purchaseId, onClose }: RefundDialogProps) {
  const [step, setStep] = useState<Step>({ at: 'loading' })
  const [problem, setProblem] = useState<string>()
  const params = { purchaseId }
  useEffect(() => {
    let isOpen = true
    attempt(previewRefund, { params: { purchaseId }, query: {} }).then((ending) => {
      if (isOpen) setStep(ending.state === 'failed' ? impossible(ending.message) : begin(ending.value))
    })
    return () => {
      isOpen = false
    }
  }, [purchaseId])
  const look = async (wish: RefundWish) => {
    setProblem(undefined)
    const ending = await attempt(previewRefund, { params, query: { amount: wish.amount } })
    if (ending.state === 'failed') return setProblem(ending.message)
    const { meaning, obstacle } = ending.value
    if (meaning) return setStep({ at: 'confirming', preview: ending.value, meaning, wish })
    setProblem(obstacle ? refundObstacles[obstacle] : undefined)
  }
  /** Back to what was asked, by the figures of now. */
  const choose = async (wish: RefundWish, sentence?: string) => {
    const ending = await attempt(previewRefund, { params, query: {} })
    if (ending.state === 'failed') return setStep(impossible(ending.message))
    const next = begin(ending.value)
    setProblem(sentence)
    setStep(next.at === 'choosing' ? { ...next, wish } : next)
  }
  return (
    <Dialog title="Give money back" onClose={onClose}>
      {step.at === 'loading' ? <Spinner label="Loading" /> : null}
      {step.at === 'impossible' ? <p>{step.sentence}</p> : null}
      {step.at === 'choosing' ? (
        <RefundForm preview={step.preview} wish={step.wish} problem={problem} onWish={look} />
      ) : null}
      {step.at === 'confirming' ? (
        <Confirmation
          {...step}
          purchaseId={purchaseId}
          onBack={(sentence) => choose(step.wish, sentence)}
          onDone={onClose}
        />
      ) : null}
    </Dialog>
  )
}

function begin(preview: RefundPreview): Step {
  const { obstacle } = preview
  if (!obstacle) return { at: 'choosing', preview, wish: undefined }
  return impossible(refundObstacles[obstacle])
}

function impossible(sentence: string): Step {
  return { at: 'impossible', sentence }
}

type ConfirmationProps = Omit<Extract<Step, { at: 'confirming' }>, 'at'> & {
  purchaseId: string
  onBack: (sentence?: string) => Promise<void>
  onDone: () => void
}

/** The last question: what it does to the money, the papers and the package. */
function Confirmation({ preview, meaning, wish, purchaseId, onBack, onDone }: ConfirmationProps) {
  const { revalidate } = useRevalidator()
  const { withIdentity, question } = useFreshIdentity()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  // One press is one refund, also where its answer was lost and it is pressed again.
  const requestId = useRef<string>(crypto.randomUUID())
  const money = formatMoney(meaning.amount, preview.currency)
  const give = async () => {
    setBusy(true)
    setProblem(undefined)
    const body = { ...wish, requestId: requestId.current, expectedRemainder: preview.remainder }
    const ending = await withIdentity(() => attempt(refundPurchase, { params: { purchaseId }, body }))
    setBusy(false)
    if (ending?.state === 'failed' && ending.reason === 'changed-meanwhile') return onBack(ending.message)
    if (ending?.state === 'failed') setProblem(ending.message)
    if (ending?.state !== 'done') return
    notify.success(ending.message)
    onDone()
    await revalidate()
  }
  return (
    <div className="grid gap-5">
      <Meaning preview={preview} meaning={meaning} wish={wish} />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" onClick={() => onBack()}>
          Back
        </Button>
        <Button variant="danger" busy={isBusy} busyLabel="Giving back…" onClick={give}>
          Give {money} back
        </Button>
      </div>
      {question}
    </div>
  )
}

function Meaning({ preview, meaning, wish }: Pick<ConfirmationProps, 'preview' | 'meaning' | 'wish'>) {
  const { currency, hasAccess, comingSessions, packageTitle, total } = preview
  const { amount, left, creditNote, isWhole, endsSubscription } = meaning
  const ends = isWhole || wish.endsAccess
  const coming = comingSessionsInWords(comingSessions)
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
      <li>{accessInWords({ hasAccess, ends, packageTitle })}</li>
      {ends && coming ? <li>We cancel {coming}.</li> : null}
      {ends && endsSubscription ? <li>No further month of the subscription is charged.</li> : null}
      <li>The buyer gets a letter with the figures and your reason: “{wish.reason}”</li>
    </ul>
  )
}

function accessInWords({ hasAccess, ends, packageTitle }: { hasAccess: boolean; ends: boolean; packageTitle: string }) {
  if (!hasAccess) return `${packageTitle} has ended already.`
  return ends ? `${packageTitle} ends now.` : `${packageTitle} goes on.`
}
