import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site. Public pages are rendered by the server; portal and checkout in the browser. */
export default [
  layout('layouts/public-layout.tsx', [
    index('../../features/marketing/web/home-page.tsx'),
    layout('layouts/account-layout.tsx', [
      route('login', '../../features/accounts/web/login-page.tsx'),
      route('register', '../../features/accounts/web/register-page.tsx'),
      route('verify-email', '../../features/accounts/web/verify-email-page.tsx'),
    ]),
  ]),
  route('*', 'pages/not-found-page.tsx'),
] satisfies RouteConfig
