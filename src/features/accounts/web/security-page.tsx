import { AccountCards } from './account-card.tsx'
import { ChangePasswordCard } from './change-password-form.tsx'
import { LeavingPanel } from './leaving-panel.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function meta() {
  return [{ title: 'Security' }, { name: 'robots', content: 'noindex' }]
}

export default function SecurityPage() {
  return (
    <AccountCards
      lead="How you log in, where you are logged in, and what becomes of your data."
      left={
        <>
          <ChangePasswordCard />
          <SecondFactorSection />
        </>
      }
      right={
        <>
          <SessionsPanel />
          <LeavingPanel />
        </>
      }
    />
  )
}
