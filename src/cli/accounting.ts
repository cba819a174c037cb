import { resolve } from 'node:path'
import { readConfig } from '#app/config/config.ts'
import { runCommand } from '#app/operator/run-command.ts'
import { addExamples, type DescribeCommand } from './command.ts'

const needs = 'the settings of the site, which may be running or not.'

export const describeRate: DescribeCommand = (command, { environment, print }) => {
  command
    .description(
      'Sets how many dollars a pound buys from a day on. Invoices in dollars say their tax in sterling by it; invoices that are issued stay as they are.',
    )
    .argument('<currency>', 'USD')
    .argument('<first-day>', 'from when on, as 2026-11-01')
    .argument('<rate>', 'dollars for a pound')
    .argument('<source>', 'who says so, in quotation marks')
    .action(async (currency: string, validFrom: string, unitsPerPound: string, source: string) => {
      const rate = { currency, validFrom, unitsPerPound, source }
      const saved = await runCommand(readConfig(environment), 'set-exchange-rate', rate)
      print(`From ${saved.validFrom} a pound is ${saved.unitsPerPound} ${saved.currency} (${saved.source}).\n`)
    })
  addExamples(command, { examples: ['rate USD 2026-11-01 1.31 "HMRC monthly rate"'], needs })
}

export const describeArchive: DescribeCommand = (command, { environment, print }) => {
  command
    .description(
      'Writes every invoice and credit note of these days, with tables of their figures, for the accountant.',
    )
    .argument('<first-day>', 'as 2026-04-01')
    .argument('<last-day>', 'as 2026-06-30')
    .argument('<file>', 'a new file, which only you can read')
    .action(async (from: string, until: string, file: string) => {
      // The running site writes the file and may have another working directory.
      const order = { from, until, file: resolve(file) }
      const archive = await runCommand(readConfig(environment), 'save-archive', order)
      print(`${archive.documents} documents and the tables of their figures are in ${archive.file}.\n`)
    })
  addExamples(command, { examples: ['archive 2026-04-01 2026-06-30 documents.zip'], needs })
}
