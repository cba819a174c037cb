import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { enterExchangeRate, getExchangeRate } from './exchange-rates.ts'

export function exchangeRateRoutes(serve: Serve) {
  serve(contract.getExchangeRate, (context) => getExchangeRate(context))
  serve(contract.enterExchangeRate, (context, { body }) => enterExchangeRate(context, body))
}
