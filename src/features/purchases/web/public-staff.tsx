/** Separate from the portal's exports, so that the portal does not load this form and its schemas. */
export { ExchangeRateForm } from '../exchange-rates/web/exchange-rate-form.tsx'
