import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { sendTestLetter } from '#features/mails/contract/test-letter.ts'
import { checkKeys } from '#features/payments/contract/key-check.ts'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getFirstSteps, type Step, type StepName } from '../contract/first-steps.ts'

export function meta() {
  return [{ title: 'First steps' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader() {
  return load(getFirstSteps)
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For a new owner: from an empty site to one that sells. */
export default function FirstStepsPage() {
  const steps = useLoaderData<typeof clientLoader>()
  const left = steps.filter(({ isDone }) => !isDone).length
  return (
    <>
      <PageHeading
        title="First steps"
        lead={
          left === 0
            ? 'Everything is done: the site can sell.'
            : `From an empty site to one that sells: ${steps.length - left} of ${steps.length} steps are done.`
        }
      />
      <Card>
        <ol className="-my-5 divide-y divide-line">
          {steps.map((step) => (
            <StepEntry key={step.name} step={step} />
          ))}
        </ol>
      </Card>
    </>
  )
}

function StepEntry({ step: { name, isDone, sentence } }: { step: Step }) {
  const { title, link } = words[name]
  return (
    <li className="grid gap-2 py-5 sm:grid-cols-[2rem_minmax(0,1fr)]">
      {isDone ? (
        <CircleCheck aria-hidden="true" className="size-6 text-success" />
      ) : (
        <CircleDashed aria-hidden="true" className="size-6 text-warning" />
      )}
      <div className="grid justify-items-start gap-2">
        <h2 className="text-lg">
          {title} <span className="sr-only">{isDone ? '(done)' : '(to do)'}</span>
        </h2>
        <p>{sentence}</p>
        {link ? (
          <Link to={link.to} reloadDocument={link.isOutside} className="link">
            {link.words}
          </Link>
        ) : null}
        {name === 'mail' ? <Trial words="Send me a test letter" start={() => attempt(sendTestLetter)} /> : null}
        {name === 'payment-keys' ? <Trial words="Check the keys" start={() => attempt(checkKeys)} /> : null}
      </div>
    </li>
  )
}

type StepWords = { title: string; link?: { to: string; words: string; isOutside?: boolean } }

const words: Record<StepName, StepWords> = {
  company: { title: 'Say who the company is', link: { to: '/admin/settings', words: 'Company settings' } },
  vat: { title: 'Decide about VAT', link: { to: '/admin/settings', words: 'Tax settings' } },
  'dollar-prices': {
    title: 'Enter a rate of exchange for dollars',
    link: { to: '/admin/settings', words: 'Rate of exchange' },
  },
  consultants: { title: 'Introduce the consultants', link: { to: '/admin/consultants', words: 'Consultants' } },
  hours: { title: 'Say when they work', link: { to: '/admin/consultants', words: 'Consultants and their hours' } },
  mail: { title: 'See that letters arrive' },
  'test-purchase': {
    title: 'Buy something yourself',
    // Its page is another one: the shop, as a buyer sees it.
    link: { to: '/services/my-future', words: 'To the packages', isOutside: true },
  },
  'payment-keys': { title: 'Take payments' },
}

type Ending = { state: 'done' | 'failed'; message: string }

/** A button that tries something out, and says how it went. */
function Trial({ words: label, start }: { words: string; start: () => Promise<Ending> }) {
  const [isBusy, setIsBusy] = useState(false)
  const [ending, setEnding] = useState<Ending>()
  const { revalidate } = useRevalidator()
  const run = async () => {
    setIsBusy(true)
    setEnding(undefined)
    const ended = await start()
    setEnding(ended)
    setIsBusy(false)
    if (ended.state === 'done') await revalidate()
  }
  return (
    <>
      <Button variant="secondary" size="small" busy={isBusy} onClick={run}>
        {label}
      </Button>
      {ending ? <Alert tone={ending.state === 'done' ? 'success' : 'error'}>{ending.message}</Alert> : null}
    </>
  )
}
