/** How many years after the end of a contract anyone may still claim under it (Limitation Act 1980 s. 5). */
export const CLAIM_YEARS = 6
