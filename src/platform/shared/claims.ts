/** After a contract has ended, as long as anybody may still claim something of it (Limitation Act 1980 s. 5). */
export const CLAIM_YEARS = 6
