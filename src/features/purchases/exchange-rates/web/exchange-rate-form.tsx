import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { formatDay } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { enterExchangeRate, NewExchangeRate } from '../contract.ts'

const emptyForm = { unitsPerPound: '', validFrom: '', source: '' }
type FormValues = typeof emptyForm

/** The rate for the sterling tax on dollar documents, which the law requires if VAT is charged. */
export function ExchangeRateForm({ current }: { current: NewExchangeRate | null }) {
  const { revalidate } = useRevalidator()
  const [values, setValues] = useState(emptyForm)
  const { isBusy, errors, problem, run, fail } = useAction({ fields: Object.keys(emptyForm), toast: 'success' })
  const save = () => {
    if (isBusy) return
    const { data: rate, error } = NewExchangeRate.safeParse({ currency: 'USD', ...values })
    // Show only the first error of each field.
    if (!rate) return fail(Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path[0], message])))
    void run(
      () => attempt(enterExchangeRate, { body: rate }),
      () => {
        setValues(emptyForm)
        void revalidate()
      },
    )
  }
  const bind = (name: keyof FormValues) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  })
  return (
    <TitledCard title="Rate of exchange for dollars">
      <p className="mb-5 max-w-prose">
        {current
          ? `A pound buys ${current.unitsPerPound} dollars, from ${formatDay(current.validFrom)} on, by: ${current.source}.`
          : 'There is none yet. Papers in dollars need one to say their VAT in pounds, so nothing is sold for real dollars.'}
      </p>
      <Form onSubmit={save} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField
            label="Dollars for a pound"
            hint="Such as 1.31"
            inputMode="decimal"
            maxLength={11}
            {...bind('unitsPerPound')}
          />
          <TextField label="Valid from" type="date" {...bind('validFrom')} />
          <TextField label="Where it comes from" hint="Such as HMRC monthly rate" maxLength={200} {...bind('source')} />
        </div>
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <Button type="submit" variant="secondary" className="justify-self-start" busy={isBusy} busyLabel="Saving…">
          Save the rate
        </Button>
      </Form>
    </TitledCard>
  )
}
