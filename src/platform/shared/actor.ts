/** A member's id that a session vouches for: only the session reader makes one from a request. */
export type MemberId = string & { readonly made: 'by the session reader' }

/** Who is asking. The accounts add who that is, as they read it with the session. */
export interface Actor {
  memberId: MemberId
  sessionId: string
  role: 'member' | 'consultant' | 'administrator'
  /** When they last proved who they are, by password or second factor. */
  confirmedAt: Date
  /** Staff look at this member's pages: what is written when its owner comes by is not written for them. */
  isOnlyLooking?: boolean
}
