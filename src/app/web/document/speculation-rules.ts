/**
 * Lets the browser fetch the page behind a link when a visitor points at the link or begins to press it. Only pages
 * that a visitor may read without an account: fetching them changes nothing, and they hold nothing personal.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: ['/api/*', '/portal/*', '/admin/*', '/checkout*', '/video/*', '/*.pdf'],
            },
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
