import type { Generated } from 'kysely'
import type { Role } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    account: {
      id: Generated<string>
      email: string
      email_canonical: string
      email_verified_at: Date | null
      first_name: string
      last_name: string
      mobile: string
      password_hash: string
      role: Role
      marketing_by_email: boolean
      disabled_at: Date | null
      created_at: Date
    }
    session: {
      id: Generated<string>
      account_id: string
      access_token_hash: Buffer
      access_expires_at: Date
      access_first_used_at: Date | null
      refresh_family_hash: Buffer
      refresh_token_hash: Buffer
      previous_refresh_token_hash: Buffer | null
      previous_refresh_valid_until: Date | null
      keep_signed_in: boolean
      user_agent: string
      created_at: Date
      last_used_at: Date
      expires_at: Date
      ended_at: Date | null
    }
    email_verification: {
      token_hash: Buffer
      account_id: string
      email: string
      expires_at: Date
      used_at: Date | null
    }
  }
}
