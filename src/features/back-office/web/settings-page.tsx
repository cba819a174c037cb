import { useLoaderData } from 'react-router'
import { getExchangeRate } from '#features/purchases/contract/exchange-rate.ts'
import { ExchangeRateForm } from '#features/purchases/web/public-staff.tsx'
import { load } from '#platform/web/load.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getSettings } from '../contract/settings.ts'
import { SettingsForm } from './settings-form.tsx'

export function meta() {
  return [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader() {
  const [settings, exchangeRate] = await Promise.all([load(getSettings), load(getExchangeRate)])
  return { settings, exchangeRate }
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: the company as pages, letters and papers name it, and its taxes. */
export default function SettingsPage() {
  const { settings, exchangeRate } = useLoaderData<typeof clientLoader>()
  return (
    <>
      <PageHeading
        title="Settings"
        lead="The company as pages, letters and papers name it. Papers that were issued keep what they say."
      />
      <SettingsForm loaded={settings} />
      <ExchangeRateForm current={exchangeRate} />
    </>
  )
}
