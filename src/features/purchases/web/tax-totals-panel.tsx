import { type FormEvent, useState } from 'react'
import { formatMoney } from '#platform/shared/format-money.ts'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { formatDay } from '#platform/web/dates.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { ArchivePeriod, getArchive } from '../contract/archive.ts'
import { sumTax, type TaxTotal } from '../contract/paper.ts'

type Busy = 'totals' | 'archive'

/** For the accountant: what the papers of some days come to, and all of them in a zip. */
export function TaxTotalsPanel() {
  const [wanted, setWanted] = useState<ArchivePeriod>({ from: '', until: '' })
  const [errors, setErrors] = useState<Partial<Record<keyof ArchivePeriod, string>>>({})
  const [busy, setBusy] = useState<Busy>()
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState<{ period: ArchivePeriod; totals: TaxTotal[] }>()

  const ask = async <Value,>(what: Busy, send: (query: ArchivePeriod) => Promise<Attempt<Value>>) => {
    const { error, data: period } = ArchivePeriod.safeParse(wanted)
    setErrors(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message])))
    setProblem(undefined)
    if (!period) return
    setBusy(what)
    const ending = await send(period)
    setBusy(undefined)
    if (ending.state === 'failed') return setProblem(ending.message)
    return { period, value: ending.value }
  }
  const showTotals = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await ask('totals', (query) => attempt(sumTax, { query }))
    if (answer) setShown({ period: answer.period, totals: answer.value })
  }
  const saveArchive = async () => {
    const answer = await ask('archive', (query) => attempt(getArchive, { query }))
    if (answer) saveFile(answer.value)
  }
  const bind = (name: keyof ArchivePeriod) => ({
    value: wanted[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setWanted({ ...wanted, [name]: target.value }),
  })
  return (
    <TitledCard title="For the accountant">
      <form noValidate onSubmit={showTotals} className="grid gap-4 sm:grid-cols-4 sm:items-start">
        <TextField label="First day" type="date" {...bind('from')} />
        <TextField label="Last day" type="date" {...bind('until')} />
        <Button type="submit" variant="secondary" className="sm:mt-7.5" busy={busy === 'totals'} busyLabel="Adding up…">
          Show totals
        </Button>
        <Button
          variant="quiet"
          className="sm:mt-7.5"
          busy={busy === 'archive'}
          busyLabel="Writing…"
          onClick={saveArchive}
        >
          Save all papers
        </Button>
      </form>
      {problem ? (
        <Alert tone="error" className="mt-4">
          {problem}
        </Alert>
      ) : null}
      <div role="status" className="mt-6 empty:hidden">
        {shown ? <Totals {...shown} /> : null}
      </div>
    </TitledCard>
  )
}

function Totals({ period: { from, until }, totals }: { period: ArchivePeriod; totals: TaxTotal[] }) {
  const real = totals.filter(({ isTest }) => !isTest)
  const owed = real.reduce((sum, { sterlingVat }) => sum + sterlingVat, 0)
  return (
    <div className="grid gap-4">
      <p>
        {formatDay(from)} to {formatDay(until)}, by the day of issue in London. VAT in sterling:{' '}
        <strong className="font-semibold">{formatMoney(owed, 'GBP')}</strong>
        {real.length < totals.length ? ', without papers of the sandbox' : ''}.
      </p>
      {totals.length === 0 ? <p className="text-muted">No paper was issued in these days.</p> : null}
      <ul className="divide-y divide-line">
        {totals.map((line) => (
          <TotalLine key={`${line.currency} ${line.taxName} ${line.isTest}`} line={line} />
        ))}
      </ul>
    </div>
  )
}

function TotalLine({ line }: { line: TaxTotal }) {
  const { currency, taxName, isTest, papers, net, tax, total, sterlingTax, papersWithoutRate } = line
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-3 font-medium">
        {currency === 'GBP' ? 'Pounds' : 'Dollars'}, {taxName}
        {isTest ? <Badge tone="warning">Test</Badge> : null}
      </p>
      <p className="tabular-nums">
        Net {formatMoney(net, currency)}, tax {formatMoney(tax, currency)}, total {formatMoney(total, currency)}
        {currency === 'GBP' ? '' : `; tax in sterling ${formatMoney(sterlingTax, 'GBP')}`}
      </p>
      <p className="text-sm text-muted">
        {papers === 1 ? 'One paper' : `${papers} papers`}
        {papersWithoutRate > 0 ? `, ${papersWithoutRate} of them without a rate of exchange` : ''}
      </p>
    </li>
  )
}
