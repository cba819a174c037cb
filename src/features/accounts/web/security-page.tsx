import { privateMeta } from '#platform/web/private-meta.ts'
import { ChangePasswordCard } from '../passwords/web/change-password-form.tsx'
import { PrivacyPanel } from '../privacy/web/privacy-panel.tsx'
import { SecondFactorSection } from '../second-factor/web/second-factor-section.tsx'
import { SessionsPanel } from '../sessions/web/sessions-panel.tsx'
import { AccountCards } from './account-card.tsx'

export const meta = privateMeta('Security')

export default function SecurityPage() {
  return (
    <AccountCards
      lead="How you log in, where you’re logged in and your data."
      left={
        <>
          <ChangePasswordCard />
          <SecondFactorSection />
        </>
      }
      right={
        <>
          <SessionsPanel />
          <PrivacyPanel />
        </>
      }
    />
  )
}
