import { resolve } from 'node:path'
import { readConfig } from '#app/config/config.ts'
import { runCommand } from '#app/operator/run-command.ts'
import { addExamples, type DescribeCommand } from './command.ts'

const needs = 'the site’s settings. The site can be running or stopped.'

export const describeRate: DescribeCommand = (command, { environment, print }) => {
  command
    .description(
      'Sets how many dollars a pound buys from a given day. Dollar invoices use it to show their tax in sterling. Invoices already issued don’t change.',
    )
    .argument('<currency>', 'USD')
    .argument('<first-day>', 'the first day it applies, for example 2026-11-01')
    .argument('<rate>', 'US dollars per £1')
    .argument('<source>', 'where the rate comes from, in quotation marks')
    .action(async (currency: string, validFrom: string, unitsPerPound: string, source: string) => {
      const rate = { currency, validFrom, unitsPerPound, source }
      const saved = await runCommand(readConfig(environment), 'set-exchange-rate', rate)
      print(`From ${saved.validFrom}, £1 is ${saved.unitsPerPound} ${saved.currency} (${saved.source}).\n`)
    })
  addExamples(command, { examples: ['rate USD 2026-11-01 1.31 "HMRC monthly rate"'], needs })
}

export const describeArchive: DescribeCommand = (command, { environment, print }) => {
  command
    .description('Saves every invoice and credit note from a period, with tables of their figures, for the accountant.')
    .argument('<first-day>', 'for example 2026-04-01')
    .argument('<last-day>', 'for example 2026-06-30')
    .argument('<file>', 'a new file that only you can read')
    .action(async (from: string, until: string, file: string) => {
      // The running site writes the file and may have another working directory.
      const order = { from, until, file: resolve(file) }
      const archive = await runCommand(readConfig(environment), 'save-archive', order)
      print(`Saved ${archive.documents} documents, with tables of their figures, in ${archive.file}.\n`)
    })
  addExamples(command, { examples: ['archive 2026-04-01 2026-06-30 documents.zip'], needs })
}
