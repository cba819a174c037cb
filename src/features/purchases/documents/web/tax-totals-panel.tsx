import { type FormEvent, useState } from 'react'
import { formatMoney } from '#platform/shared/format-money.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatDay } from '#platform/web/format-dates.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { useFocusOnErrors } from '#platform/web/ui/focus.ts'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { ArchivePeriod, getArchive, listTaxTotals, type TaxTotal } from '../contract.ts'

/** Shows the accountant the totals for a period, and saves all the period's documents as a zip. */
export function TaxTotalsPanel() {
  const [days, setDays] = useState<ArchivePeriod>({ from: '', until: '' })
  const [errors, setErrors] = useState<Partial<Record<keyof ArchivePeriod, string>>>({})
  useFocusOnErrors(errors)
  const totals = useAction()
  const archive = useAction()
  const problem = totals.problem ?? archive.problem
  const [result, setResult] = useState<{ period: ArchivePeriod; totals: TaxTotal[] }>()

  const checkPeriod = () => {
    const { error, data: period } = ArchivePeriod.safeParse(days)
    setErrors(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message])))
    if (!period) {
      totals.clear()
      archive.clear()
    }
    return period
  }
  const showTotals = (event: FormEvent) => {
    event.preventDefault()
    const period = checkPeriod()
    if (!period) return
    archive.clear()
    void totals.run(
      () => attempt(listTaxTotals, { query: period }),
      (totals) => setResult({ period, totals }),
    )
  }
  const saveArchive = () => {
    const query = checkPeriod()
    if (!query) return
    totals.clear()
    void archive.run(() => attempt(getArchive, { query }), saveFile)
  }
  const bind = (name: keyof ArchivePeriod) => ({
    value: days[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setDays({ ...days, [name]: target.value }),
  })
  return (
    <TitledCard title="For the accountant">
      <form noValidate onSubmit={showTotals} className="grid gap-4 sm:grid-cols-4 sm:items-start">
        <TextField label="First day" type="date" {...bind('from')} />
        <TextField label="Last day" type="date" {...bind('until')} />
        <Button type="submit" variant="secondary" className="sm:mt-7.5" busy={totals.isBusy} busyLabel="Adding up…">
          Show totals
        </Button>
        <Button
          variant="quiet"
          className="sm:mt-7.5"
          busy={archive.isBusy}
          busyLabel="Preparing…"
          onClick={saveArchive}
        >
          Download all documents
        </Button>
      </form>
      {problem ? (
        <Alert tone="error" className="mt-4">
          {problem}
        </Alert>
      ) : null}
      <div role="status" className="mt-6 empty:hidden">
        {result ? <Totals {...result} /> : null}
      </div>
    </TitledCard>
  )
}

function Totals({ period: { from, until }, totals }: { period: ArchivePeriod; totals: TaxTotal[] }) {
  const realTotals = totals.filter(({ isTest }) => !isTest)
  const vatDue = realTotals.reduce((sum, { sterlingVat }) => sum + sterlingVat, 0)
  return (
    <div className="grid gap-4">
      <p>
        {formatDay(from)} to {formatDay(until)}, by date of issue (London time). VAT in sterling:{' '}
        <strong className="font-semibold">{formatMoney(vatDue, 'GBP')}</strong>
        {realTotals.length < totals.length ? ', excluding test documents' : ''}.
      </p>
      {totals.length === 0 ? <p className="text-muted">No documents issued in this period.</p> : null}
      <ul className="divide-y divide-line">
        {totals.map((line) => (
          <TotalLine key={`${line.currency} ${line.taxName} ${line.isTest}`} line={line} />
        ))}
      </ul>
    </div>
  )
}

function TotalLine({ line }: { line: TaxTotal }) {
  const { currency, taxName, isTest, documents, net, tax, total, sterlingTax, documentsWithoutRate } = line
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
        {documents === 1 ? '1 document' : `${documents} documents`}
        {documentsWithoutRate > 0 ? `, ${documentsWithoutRate} with no exchange rate` : ''}
      </p>
    </li>
  )
}
