/** The access token, sent as SPEC's Bearer header. */
export const TOKEN_KEY = 'authToken'

/** Set where the server says that the login is staff; decides what menus show and opens nothing (PRODUCT D9). */
export const ADMIN_KEY = 'adminAuthenticated'

/** There for a moment, so that other tabs hear of a logout. */
export const LOGOUT_KEY = 'loggedOut'

/** The login result, kept by the accounts area's store. */
export const AUTH_KEY = 'auth'

/** Of one tab: in which staff look at the pages of a member. */
export const VIEW_KEY = 'view'
