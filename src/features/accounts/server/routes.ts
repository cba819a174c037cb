import type { Serve } from '#platform/server/http/serve.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import { administrationRoutes } from '../administration/server/routes.ts'
import { calendarFeedRoutes } from '../calendar-feed/server/routes.ts'
import { emailAddressRoutes } from '../email-address/server/routes.ts'
import { impersonationRoutes } from '../impersonation/server/routes.ts'
import { loginRoutes } from '../login/server/routes.ts'
import { passkeyRoutes } from '../passkeys/server/routes.ts'
import { passwordRoutes } from '../passwords/server/routes.ts'
import { privacyRoutes } from '../privacy/server/routes.ts'
import type { OnProfileCompleted } from '../profile/server/profile.ts'
import { profileRoutes } from '../profile/server/routes.ts'
import { reauthenticationRoutes } from '../reauthentication/server/routes.ts'
import { registrationRoutes } from '../registration/server/routes.ts'
import { secondFactorRoutes } from '../second-factor/server/routes.ts'
import { sessionRoutes } from '../sessions/server/routes.ts'
import { sessionCookies } from './session-cookies.ts'

type Dependencies = { isSecure: boolean; personalData: PersonalDataAreas; onProfileCompleted: OnProfileCompleted }

export function accountRoutes(serve: Serve, { isSecure, personalData, onProfileCompleted }: Dependencies) {
  const cookies = sessionCookies({ isSecure })
  registrationRoutes(serve, cookies)
  loginRoutes(serve, cookies)
  sessionRoutes(serve, cookies)
  reauthenticationRoutes(serve)
  secondFactorRoutes(serve)
  passkeyRoutes(serve)
  emailAddressRoutes(serve)
  passwordRoutes(serve)
  profileRoutes(serve, onProfileCompleted)
  calendarFeedRoutes(serve)
  privacyRoutes(serve, personalData, cookies)
  administrationRoutes(serve)
  impersonationRoutes(serve)
}
