import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { sendTestEmail } from '#features/emails/contract.ts'
import { checkKeys } from '#features/payments/stripe/contract.ts'
import { type Attempt, attempt, loaderOf } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { getFirstSteps, type Step, type StepName } from '../contract.ts'

export const meta = privateMeta('First steps')

export const clientLoader = loaderOf(getFirstSteps)

/** Guides a new owner from an empty site to the first sale. */
export default function FirstStepsPage() {
  const steps = useLoaderData<typeof clientLoader>()
  const openCount = steps.filter(({ isDone }) => !isDone).length
  return (
    <>
      <PageHeading
        title="First steps"
        lead={
          openCount === 0
            ? 'Everything is done: the site can sell.'
            : `From an empty site to one that sells: ${steps.length - openCount} of ${steps.length} steps are done.`
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
  const { title, link } = stepText[name]
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
            {link.label}
          </Link>
        ) : null}
        {name === 'email' ? <TestAction label="Send me a test letter" start={() => attempt(sendTestEmail)} /> : null}
        {name === 'payment-keys' ? <TestAction label="Check the keys" start={() => attempt(checkKeys)} /> : null}
      </div>
    </li>
  )
}

type StepText = { title: string; link?: { to: string; label: string; isOutside?: boolean } }

const stepText: Record<StepName, StepText> = {
  company: { title: 'Say who the company is', link: { to: '/admin/settings', label: 'Company settings' } },
  vat: { title: 'Decide about VAT', link: { to: '/admin/settings', label: 'Tax settings' } },
  'dollar-prices': {
    title: 'Enter a rate of exchange for dollars',
    link: { to: '/admin/settings', label: 'Rate of exchange' },
  },
  consultants: {
    title: 'Introduce the consultants',
    link: { to: '/admin/consultant-profiles', label: 'Public profiles' },
  },
  availability: {
    title: 'Say when they work',
    link: { to: '/admin/consultants', label: 'Consultants and their hours' },
  },
  sessions: { title: 'Find somebody for every session', link: { to: '/admin/consultants', label: 'Consultants' } },
  email: { title: 'See that letters arrive' },
  'test-purchase': {
    title: 'Buy something yourself',
    // The shop is outside the portal, so the link needs a full page load.
    link: { to: '/services/my-future', label: 'To the packages', isOutside: true },
  },
  'payment-keys': { title: 'Take payments' },
}

/** Runs a check and shows its result. */
function TestAction({ label, start }: { label: string; start: () => Promise<Attempt<unknown>> }) {
  const { isBusy, ending, run } = useAction()
  const { revalidate } = useRevalidator()
  return (
    <>
      <Button variant="secondary" size="small" busy={isBusy} onClick={() => run(start, () => void revalidate())}>
        {label}
      </Button>
      {ending ? <Alert tone={ending.state === 'done' ? 'success' : 'error'}>{ending.message}</Alert> : null}
    </>
  )
}
