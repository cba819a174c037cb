import { ChangePasswordCard } from './change-password-form.tsx'
import { LeavingPanel } from './leaving-panel.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function meta() {
  return [{ title: 'Security' }, { name: 'robots', content: 'noindex' }]
}

export default function SecurityPage() {
  return (
    <>
      <div>
        <p className="text-2xl font-semibold tracking-tight sm:text-3xl">Security</p>
        <p className="mt-1 text-muted">How you log in, where you are logged in, and what becomes of your data.</p>
      </div>
      <ChangePasswordCard />
      <SecondFactorSection />
      <SessionsPanel />
      <LeavingPanel />
    </>
  )
}
