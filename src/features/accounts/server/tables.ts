import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NotificationChannel, NotificationKind } from '../contract/profile.ts'
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
      time_zone: Generated<string>
      guardian_name: string | null
      guardian_email: string | null
      disabled_at: Date | null
      deleted_at: Date | null
      last_login_at: Date | null
      created_at: Date
      /** Of names and address, for those who look for somebody. */
      search_words: GeneratedAlways<string>
    }
    notification_choice: {
      account_id: string
      kind: NotificationKind
      channel: NotificationChannel
      is_on: boolean
      chosen_at: Date
    }
    account_picture: {
      account_id: string
      content: Buffer
      content_type: string
      version: string
      updated_at: Date
    }
    device: {
      id: Generated<string>
      account_id: string
      token_hash: Buffer
      user_agent: string
      created_at: Date
      last_used_at: Date
      trusted_until: Date | null
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
      device_id: string | null
      confirmed_at: Date
    }
    email_verification: {
      token_hash: Buffer
      account_id: string
      email: string
      expires_at: Date
      used_at: Date | null
      changes_address: Generated<boolean>
    }
    password_reset: {
      token_hash: Buffer
      account_id: string
      created_at: Date
      expires_at: Date
      used_at: Date | null
    }
    authenticator: {
      id: Generated<string>
      account_id: string
      secret: Buffer
      created_at: Date
      confirmed_at: Date | null
      /** A 64-bit integer, which the driver reads as text. */
      last_step: ColumnType<string | null, number | null, number | null>
    }
    recovery_code: {
      account_id: string
      code_hash: Buffer
      used_at: Date | null
    }
    passkey: {
      id: Generated<string>
      account_id: string
      credential_id: Buffer
      public_key: Buffer
      /** A 64-bit integer, which the driver reads as text. */
      counter: ColumnType<string, number, number>
      transports: string[]
      name: string
      created_at: Date
      last_used_at: Date | null
    }
    login_challenge: {
      token_hash: Buffer
      purpose: 'second-factor' | 'passkey-login' | 'passkey-registration' | 'confirmation'
      account_id: string | null
      session_id: string | null
      passkey_challenge: string | null
      keep_signed_in: boolean
      created_at: Date
      expires_at: Date
      used_at: Date | null
    }
    member_view: {
      id: Generated<string>
      token_hash: Buffer
      member_id: string
      administrator_id: string
      session_id: string
      started_at: Date
      expires_at: Date
      ended_at: Date | null
    }
    calendar_feed: {
      account_id: string
      token_hash: Buffer
      created_at: Date
    }
    erasure: {
      account_id: string
      erased_at: Date
    }
  }
}
