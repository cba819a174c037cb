/** Apart from what the portal may show of purchases: a form with its schemas comes with it. */
export { ExchangeRateForm } from './exchange-rate-form.tsx'
