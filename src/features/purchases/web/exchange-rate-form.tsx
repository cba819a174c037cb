import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFreshIdentity } from '#features/accounts/web/public-identity.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { formatDay } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { enterExchangeRate, NewExchangeRate } from '../contract/exchange-rate.ts'

const nothing = { unitsPerPound: '', validFrom: '', source: '' }
type Typed = typeof nothing

/** By which papers in dollars say their tax in pounds: the law asks for it where VAT is charged. */
export function ExchangeRateForm({ current }: { current: NewExchangeRate | null }) {
  const { revalidate } = useRevalidator()
  const { withIdentity, question } = useFreshIdentity()
  const [typed, setTyped] = useState(nothing)
  const [errors, setErrors] = useState<Partial<Record<keyof Typed, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setProblem(undefined)
    const { data: rate, error } = NewExchangeRate.safeParse({ currency: 'USD', ...typed })
    // The first sentence of each field counts.
    setErrors(Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message])))
    if (!rate) return
    setBusy(true)
    const ending = await withIdentity(() => attempt(enterExchangeRate, { body: rate }))
    setBusy(false)
    if (ending?.state === 'failed') return setProblem(ending.message)
    if (ending?.state !== 'done') return
    notify.success(ending.message)
    setTyped(nothing)
    await revalidate()
  }
  const bind = (name: keyof Typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <TitledCard title="Rate of exchange for dollars">
      <p className="mb-5 max-w-prose">
        {current
          ? `A pound buys ${current.unitsPerPound} dollars, from ${formatDay(current.validFrom)} on, by: ${current.source}.`
          : 'There is none yet. Papers in dollars need one to say their VAT in pounds, so nothing is sold for real dollars.'}
      </p>
      <form method="post" noValidate onSubmit={save} className="grid gap-5">
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
      </form>
      {question}
    </TitledCard>
  )
}
