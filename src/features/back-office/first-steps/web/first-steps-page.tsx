import { CircleCheck, CircleDashed } from 'lucide-react'
import { useLoaderData, useRevalidator } from 'react-router'
import { sendTestEmail } from '#features/emails/contract.ts'
import { checkKeys } from '#features/payments/stripe/contract.ts'
import { type Attempt, attempt, loaderOf } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
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
            ? 'All done. You’re ready to start selling.'
            : `Get your site ready to sell: ${steps.length - openCount} of ${steps.length} steps done.`
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
        {name === 'email' ? <TestAction label="Send me a test email" start={() => attempt(sendTestEmail)} /> : null}
        {name === 'payment-keys' ? <TestAction label="Check the keys" start={() => attempt(checkKeys)} /> : null}
      </div>
    </li>
  )
}

type StepText = { title: string; link?: { to: string; label: string; isOutside?: boolean } }

const stepText: Record<StepName, StepText> = {
  company: { title: 'Add your company details', link: { to: '/admin/settings', label: 'Company settings' } },
  vat: { title: 'Set up VAT', link: { to: '/admin/settings', label: 'Tax settings' } },
  'dollar-prices': {
    title: 'Add a dollar exchange rate',
    link: { to: '/admin/settings', label: 'Exchange rate' },
  },
  consultants: {
    title: 'Introduce your consultants',
    link: { to: '/admin/consultant-profiles', label: 'Public profiles' },
  },
  availability: {
    title: 'Set your consultants’ hours',
    link: { to: '/admin/consultants', label: 'Consultants' },
  },
  sessions: { title: 'Find a consultant for every session', link: { to: '/admin/consultants', label: 'Consultants' } },
  email: { title: 'Check that email works' },
  'test-purchase': {
    title: 'Make a test purchase',
    // The shop is outside the portal, so the link needs a full page load.
    link: { to: '/services/my-future', label: 'See the packages', isOutside: true },
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
