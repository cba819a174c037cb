import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { WithLinkToken } from '#platform/web/link-token.tsx'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { answerGuardianRequest, DAYS_TO_ANSWER, DAYS_TO_PAY, getGuardianRequest } from '../contract.ts'

export const meta = privateMeta('Do you agree?')

const NO_TOKEN = 'This link isn’t complete. Open the whole link from our email.'

type GuardianQuestion = ResponseOf<typeof getGuardianRequest>

type PageState =
  | { state: 'reading' }
  | { state: 'over'; message: string }
  | { state: 'failed'; message: string }
  | { state: 'asked'; question: GuardianQuestion }
  | { state: 'answered'; agrees: boolean }

/** Opened from the email to a guardian. It needs no account. */
export default function GuardianPage() {
  return (
    <div className="container-page py-12 md:py-16">
      <div className="mx-auto grid max-w-prose gap-8">
        <h1 className="text-3xl sm:text-4xl">Do you agree to this purchase?</h1>
        <WithLinkToken page="/guardian">{(token) => <Guardian token={token} />}</WithLinkToken>
      </div>
    </div>
  )
}

function Guardian({ token }: { token: string }) {
  const [pageState, setPageState] = useState<PageState>(
    token ? { state: 'reading' } : { state: 'over', message: NO_TOKEN },
  )
  const hasStarted = useRef(false)
  const read = async () => {
    setPageState({ state: 'reading' })
    const ending = await attempt(getGuardianRequest, { body: { token } })
    if (ending.state === 'done') setPageState({ state: 'asked', question: ending.value })
    else setPageState({ state: ending.reason ? 'over' : 'failed', message: ending.message })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is read once, with the token of the email
  useEffect(() => {
    if (hasStarted.current || !token) return
    hasStarted.current = true
    void read()
  }, [])

  return (
    <>
      {pageState.state === 'reading' ? <Loading /> : null}
      {pageState.state === 'over' ? <Alert tone="error">{pageState.message}</Alert> : null}
      {pageState.state === 'failed' ? <Failed message={pageState.message} onRetry={read} /> : null}
      {pageState.state === 'asked' ? (
        <Question token={token} question={pageState.question} onAnswered={setPageState} />
      ) : null}
      {pageState.state === 'answered' ? <Answered agrees={pageState.agrees} /> : null}
    </>
  )
}

function Loading() {
  return (
    <>
      <p className="flex items-center gap-3 noscript:hidden">
        <Spinner /> Checking your link…
      </p>
      <NoScriptNote />
    </>
  )
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-6">
      <Alert tone="error">{message}</Alert>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

type QuestionProps = { token: string; question: GuardianQuestion; onAnswered: (pageState: PageState) => void }

function Question({ token, question, onAnswered }: QuestionProps) {
  const { busy, problem, run } = useAction<'yes' | 'no'>()
  const answer = async (agrees: boolean) => {
    const ending = await run(
      () => attempt(answerGuardianRequest, { body: { token, agrees } }),
      () => onAnswered({ state: 'answered', agrees }),
      agrees ? 'yes' : 'no',
    )
    if (ending?.state === 'failed' && ending.reason) onAnswered({ state: 'over', message: ending.message })
  }

  return (
    <>
      <p>
        <strong className="font-semibold">{question.firstName ?? 'A member'}</strong> is under 18 and would like to buy
        this package. They’ve named you as their parent or guardian, and can only pay if you agree.
      </p>
      <Offer question={question} />
      <section className="grid gap-3">
        <h2 className="text-xl">Before you decide</h2>
        <ul className="grid list-disc gap-1.5 pl-5 marker:text-primary-ink">
          <li>
            They’ll have 14 days to cancel, from the day they buy.{' '}
            <a href="/terms#cancel" target="_blank" rel="noreferrer" className="link">
              How cancelling works (opens in a new tab)
            </a>
          </li>
          <li>Your agreement lasts {DAYS_TO_PAY} days and covers one purchase of this package at this price.</li>
          <li>If you do nothing, nothing will be bought.</li>
          <li>
            We use your email address only to ask for your agreement. We keep it for no more than{' '}
            {DAYS_TO_ANSWER + DAYS_TO_PAY} days unless it stays in their profile, and we won’t send you any advertising.
            If you agree, we record that, with the date, alongside the purchase.{' '}
            <a href="/privacy" target="_blank" rel="noreferrer" className="link">
              Privacy Policy (opens in a new tab)
            </a>
          </li>
        </ul>
      </section>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-4">
        <Button busy={busy === 'yes'} onClick={() => answer(true)}>
          I agree
        </Button>
        <Button variant="quiet" busy={busy === 'no'} onClick={() => answer(false)}>
          I don’t agree
        </Button>
      </div>
    </>
  )
}

function Offer({ question: { package: offer, market, currency, total, tax } }: { question: GuardianQuestion }) {
  const price = formatMoney(total, currency)
  const isMonthly = offer.billing === 'monthly'
  return (
    <Card className="grid gap-2">
      <h2 className="text-xl">{offer.title}</h2>
      <p className="text-muted">{offer.description}</p>
      <p>Duration: {offer.duration}</p>
      <p>
        <strong className="font-semibold">{isMonthly ? `${price} every month` : `${price} once`}</strong>, including{' '}
        {formatMoney(tax, currency)} {market === 'uk' && tax > 0 ? 'VAT' : 'tax'}.{' '}
        {isMonthly ? 'It renews every month, and can be cancelled at any time.' : 'The package won’t renew.'}
      </p>
    </Card>
  )
}

function Answered({ agrees }: { agrees: boolean }) {
  const answer = useRef<HTMLDivElement>(null)
  // The confirmation is shorter than the question it replaces, so on a phone it would be off screen, above the visible
  // area.
  useEffect(() => answer.current?.focus(), [])
  return (
    <div ref={answer} tabIndex={-1} className="focus:outline-none">
      <Alert
        tone="success"
        title={agrees ? 'Thank you. You’ve agreed.' : 'Thank you. You’ve said no to this purchase.'}
      >
        {agrees
          ? 'We’ve emailed them to say they can pay now. You don’t need to do anything else.'
          : 'We’ve emailed them. Nothing has been bought. They can ask you again, but can’t buy it unless you agree.'}
      </Alert>
    </div>
  )
}
