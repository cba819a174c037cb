import type { PaymentMode } from '#features/purchases/contract.ts'
import type { Serve } from '#platform/server/http/serve.ts'
import * as audit from '../contract/audit.ts'
import * as figures from '../contract/figure.ts'
import * as steps from '../contract/first-steps.ts'
import * as settings from '../contract/settings.ts'
import { getAuditChoices } from './get-audit-choices.ts'
import { getFigureTotal } from './get-figure-total.ts'
import { getFirstSteps, type Setting } from './get-first-steps.ts'
import { getOverview } from './get-overview.ts'
import { getSettings } from './get-settings.ts'
import { listAuditEntries } from './list-audit-entries.ts'
import { listFigureRows } from './list-figure-rows.ts'
import { saveAuditEntries } from './save-audit-entries.ts'
import { saveFigureRows } from './save-figure-rows.ts'
import { saveSettings } from './save-settings.ts'

type Wiring = Setting & {
  /** For what is looked at, and asks much of the database: its answer may be a few seconds old. */
  serveFromReplica: Serve
  paymentMode: PaymentMode
}

export function backOfficeRoutes(serve: Serve, { serveFromReplica, paymentMode, ...setting }: Wiring) {
  serve(steps.getFirstSteps, (context) => getFirstSteps(context, setting))
  serveFromReplica(figures.getOverview, (context) => getOverview(context, paymentMode))
  serveFromReplica(figures.listFigureRows, (context, { query }) => listFigureRows({ ...context, paymentMode }, query))
  serveFromReplica(figures.getFigureTotal, (context, { query }) => getFigureTotal(context, query, paymentMode))
  serve(figures.saveFigureRows, (context, { query }) => saveFigureRows({ ...context, paymentMode }, query))
  serveFromReplica(audit.listAuditEntries, (context, { query }) => listAuditEntries(context, query))
  serve(audit.saveAuditEntries, (context, { query }) => saveAuditEntries(context, query))
  serveFromReplica(audit.getAuditChoices, (context) => getAuditChoices(context))

  serve(settings.getSettings, ({ db }) => getSettings(db))
  serve(settings.saveSettings, (context, { body }) => saveSettings(context, body))
}
