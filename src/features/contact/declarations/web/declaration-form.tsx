import type { ReactNode } from 'react'
import { formatSecondInLondon } from '#platform/shared/local-time.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Fact } from '#platform/web/ui/card.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { type Declaration, readOrderReference } from '../contract.ts'
import { printOrderReference } from '../rules.ts'
import type { DeclarationStep } from './take-declaration.ts'

/** The form of "Cancel a contract", step by step. Plain HTML, so it works without scripts (PRODUCT D25). */
export function DeclarationForm({ next }: { next: DeclarationStep | undefined }) {
  // The address of each answer leads here, and so to the step, not to the top of the page.
  return (
    <div id="step" tabIndex={-1} className="scroll-mt-28 focus:outline-none">
      {next?.step === 'received' ? (
        <Received {...next} />
      ) : next?.step === 'review' ? (
        <Review {...next} />
      ) : (
        <DetailsForm {...(next ?? { values: undefined, errors: {} })} />
      )}
    </div>
  )
}

type DetailsProps = {
  values: Declaration | undefined
  errors: Partial<Record<keyof Declaration, string>>
}

function DetailsForm({ values, errors }: DetailsProps) {
  const count = Object.keys(errors).length
  return (
    <StepForm title="Your details">
      {count > 0 ? (
        <Alert tone="error" title={count === 1 ? 'Check one detail below.' : `Check ${count} details below.`} />
      ) : null}
      <TextField label="Name" name="name" autoComplete="name" defaultValue={values?.name} error={errors.name} />
      <TextField
        label="Order reference"
        name="orderReference"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={values?.orderReference}
        error={errors.orderReference}
        hint="As in FW-2026-000042, on your confirmation email or invoice. Can’t find it? Type “unknown”, and we’ll look for your order."
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        defaultValue={values?.email}
        error={errors.email}
        hint="The address you bought with."
      />
      <Button type="submit" wide>
        Continue
      </Button>
      <p className="text-sm text-muted">You’ll see everything once more before anything is cancelled.</p>
    </StepForm>
  )
}

type ReviewProps = Extract<DeclarationStep, { step: 'review' }>

function Review({ declaration, id, problem }: ReviewProps) {
  return (
    <StepForm title="Check and confirm">
      {problem ? <Alert tone="error" title={problem} /> : null}
      <p>
        You’re about to declare: <strong className="font-semibold">I cancel my contract.</strong>
      </p>
      <DeclaredFacts declaration={declaration} />
      <p>
        Nothing has been cancelled yet. Once you confirm, your cancellation counts from that second, and we’ll email you
        an acknowledgement straight away.
      </p>
      {Object.entries({ ...declaration, id }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" name="press" value="confirm" wide>
        Confirm cancellation
      </Button>
      <Button type="submit" name="press" value="change" variant="quiet" wide>
        Change my details
      </Button>
    </StepForm>
  )
}

function StepForm({ title, children }: { title: string; children: ReactNode }) {
  return (
    <form method="post" action="/cancel-contract#step" noValidate className="grid gap-5">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </form>
  )
}

/** Says the same whether or not there is such an order. */
function Received({ declaration, declaredAt }: Extract<DeclarationStep, { step: 'received' }>) {
  return (
    <div className="grid gap-5">
      <h2 className="text-2xl">We’ve received your cancellation</h2>
      <Alert tone="success">
        <p>
          You declared on <strong className="font-semibold">{formatSecondInLondon(declaredAt)}</strong> that you’re
          cancelling your contract. It counts from that moment.
        </p>
      </Alert>
      <DeclaredFacts declaration={declaration} />
      <p>
        We’re emailing an acknowledgement to <strong className="wrap-anywhere">{declaration.email}</strong>. Keep it:
        it’s your record. It also says what happens next.
      </p>
      <p className="text-muted">
        If the order reference, name and email address belong together, we’re cancelling the contract now and will email
        you the details. If not, one of us will look into it and write to you. To protect our customers, this page says
        the same in both cases.
      </p>
    </div>
  )
}

function DeclaredFacts({ declaration: { name, orderReference, email } }: { declaration: Declaration }) {
  return (
    <dl className="grid gap-4 border-y border-line py-5">
      <Fact name="Name">{name}</Fact>
      <Fact name="Order reference">{printOrderReference(readOrderReference(orderReference) ?? orderReference)}</Fact>
      <Fact name="Email">{email}</Fact>
    </dl>
  )
}
