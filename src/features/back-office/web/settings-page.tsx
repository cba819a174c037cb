import { useLoaderData } from 'react-router'
import { load } from '#platform/web/load.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getSettings } from '../contract/settings.ts'
import { SettingsForm } from './settings-form.tsx'

export function meta() {
  return [{ title: 'Settings' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader() {
  return load(getSettings)
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: the company as pages, letters and papers name it, and its taxes. */
export default function SettingsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <>
      <PageHeading
        title="Settings"
        lead="The company as pages, letters and papers name it. Papers that were issued keep what they say."
      />
      <SettingsForm loaded={loaded} />
    </>
  )
}
