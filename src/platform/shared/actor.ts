/** A member's id from a valid session. Only the session reader creates one from a request. */
export type MemberId = string & { readonly made: 'by the session reader' }

/** The caller of a request. The accounts area fills it from the session. */
export interface Actor {
  memberId: MemberId
  sessionId: string
  role: 'member' | 'consultant' | 'administrator'
  /** When the caller last proved their identity, by password or second factor. */
  confirmedAt: Date
  /** When the caller last proved their identity by second factor, if ever. */
  factorConfirmedAt: Date | null
  /** True during impersonation, when reading a page must not record that the member has seen it. */
  isImpersonated?: boolean
}
