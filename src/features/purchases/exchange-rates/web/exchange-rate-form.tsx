import { useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { formatDay } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { enterExchangeRate, type NewExchangeRate } from '../contract.ts'

/** The rate for stating the tax on dollar documents in sterling, which the law requires if VAT is charged. */
export function ExchangeRateForm({ current }: { current: NewExchangeRate | null }) {
  const { revalidate } = useRevalidator()
  const { form, field, isSubmitting, problem, submit } = useEndpointForm(bodyOf(enterExchangeRate), {
    defaultValues: { currency: 'USD', unitsPerPound: '', validFrom: '', source: '' },
    fields: ['unitsPerPound', 'validFrom', 'source'],
    send: (body) => attempt(enterExchangeRate, { body }),
    onDone: (_, message) => {
      notify.success(message)
      form.reset()
      return revalidate()
    },
  })
  return (
    <TitledCard title="Exchange rate for dollars">
      <p className="mb-5 max-w-prose">
        {current
          ? `£1 buys $${current.unitsPerPound}, valid from ${formatDay(current.validFrom)}. Source: ${current.source}.`
          : 'No rate yet. Dollar invoices have to show VAT in pounds, so you can’t take real payments in dollars until you add one.'}
      </p>
      <Form onSubmit={submit} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField
            label="US dollars per £1"
            hint="For example, 1.31"
            inputMode="decimal"
            maxLength={11}
            {...field('unitsPerPound')}
          />
          <TextField label="Valid from" type="date" {...field('validFrom')} />
          <TextField label="Source" hint="For example, HMRC monthly rate" maxLength={200} {...field('source')} />
        </div>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <Button
          type="submit"
          variant="secondary"
          className="justify-self-start"
          busy={isSubmitting}
          busyLabel="Saving…"
        >
          Save rate
        </Button>
      </Form>
    </TitledCard>
  )
}
