import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site. Public pages are rendered by the server; portal and checkout in the browser. */
export default [
  layout('layouts/public-layout.tsx', [
    index('../../features/marketing/web/home-page.tsx'),
    route('services/my-future', '../../features/marketing/web/my-future-page.tsx'),
    route('services/study-world', '../../features/marketing/web/study-world-page.tsx'),
    route('services/biz-future', '../../features/marketing/web/biz-future-page.tsx'),
    route('about', '../../features/marketing/web/about-page.tsx'),
    route('consultants', '../../features/marketing/web/consultants-page.tsx'),
    route('contact', '../../features/marketing/web/contact-page.tsx'),
    route('privacy', '../../features/marketing/web/privacy-page.tsx'),
    route('terms', '../../features/marketing/web/terms-page.tsx'),
    route('accessibility', '../../features/marketing/web/accessibility-page.tsx'),
    route('complaints', '../../features/marketing/web/complaints-page.tsx'),
    layout('layouts/account-layout.tsx', [
      route('login', '../../features/accounts/web/login-page.tsx'),
      route('register', '../../features/accounts/web/register-page.tsx'),
      route('forgot-password', '../../features/accounts/web/forgot-password-page.tsx'),
      route('reset-password/:token?', '../../features/accounts/web/reset-password-page.tsx'),
      route('verify-email', '../../features/accounts/web/verify-email-page.tsx'),
    ]),
    route('guardian/:token?', '../../features/payments/web/guardian-page.tsx'),
    route('unsubscribe/:token?', '../../features/mails/web/unsubscribe-page.tsx'),
    route('*', '../../features/marketing/web/not-found-page.tsx'),
  ]),
  route('profile', 'pages/profile-address.ts'),
  layout('layouts/checkout-layout.tsx', [
    route('checkout', '../../features/payments/web/basic-checkout-page.tsx'),
    route('confirmation', '../../features/payments/web/confirmation-page.tsx'),
    route('checkout/stripe', '../../features/payments/web/secure-checkout-page.tsx'),
  ]),
  layout('layouts/require-member.tsx', { id: 'require-paying-member' }, [
    layout('layouts/checkout-layout.tsx', { id: 'member-checkout' }, [
      route('checkout/card', '../../features/payments/web/card-update-page.tsx'),
      route('checkout/payment', '../../features/payments/web/due-payment-page.tsx'),
    ]),
  ]),
  layout('layouts/require-member.tsx', [
    layout('layouts/portal-layout.tsx', [
      layout('layouts/portal-page.tsx', [
        route('portal', 'pages/dashboard-page.tsx', { id: 'portal' }),
        route('portal/dashboard', 'pages/dashboard-page.tsx', { id: 'dashboard' }),
        route('portal/profile', '../../features/accounts/web/profile-page.tsx'),
        route('portal/packages', '../../features/portal/web/my-packages-page.tsx'),
        route('portal/packages/:entitlementId', '../../features/portal/web/package-page.tsx'),
        route('portal/bookings', '../../features/bookings/web/bookings-page.tsx'),
        route('portal/bookings/new', '../../features/bookings/web/new-booking-page.tsx'),
        route('portal/bookings/:bookingId', '../../features/bookings/web/booking-page.tsx'),
        route('portal/deliverables/:itemId', '../../features/deliverables/web/item-page.tsx'),
        route('portal/invoices', '../../features/purchases/web/invoices-page.tsx'),
        route('portal/messages', '../../features/conversations/web/messages-page.tsx'),
        route('portal/notifications', '../../features/notifications/web/notifications-page.tsx'),
        route('portal/security', '../../features/accounts/web/security-page.tsx'),
        layout('layouts/require-consultant.tsx', [
          route('portal/consultant', '../../features/bookings/web/agenda-page.tsx'),
          route('portal/consultant/availability', '../../features/bookings/web/availability-page.tsx'),
          route('portal/consultant/bookings/:bookingId', '../../features/bookings/web/member-file-page.tsx'),
          route('portal/consultant/deliverables', '../../features/deliverables/web/work-list-page.tsx'),
          route('portal/consultant/deliverables/:itemId', '../../features/deliverables/web/work-page.tsx'),
        ]),
      ]),
    ]),
  ]),
  layout('layouts/require-member.tsx', { id: 'require-staff' }, [
    layout('layouts/require-administrator.tsx', [
      route('admin', '../../features/back-office/web/overview-page.tsx'),
      route('admin/overview/:figure', '../../features/back-office/web/figure-page.tsx'),
      route('admin/first-steps', '../../features/back-office/web/first-steps-page.tsx'),
      route('admin/audit', '../../features/back-office/web/audit-page.tsx'),
      route('admin/conversations', '../../features/conversations/web/conversations-page.tsx'),
      route('admin/conversations/:memberId', '../../features/conversations/web/conversation-page.tsx'),
      route('admin/members', '../../features/back-office/web/members-page.tsx'),
      route('admin/members/:memberId', '../../features/back-office/web/member-page.tsx'),
      route('admin/members/:memberId/view', '../../features/back-office/web/view-member-page.tsx'),
      route('admin/members/:memberId/book', '../../features/bookings/web/member-booking-page.tsx'),
      route('admin/mails', '../../features/mails/web/mails-page.tsx'),
      route('admin/mails/:mailId', '../../features/mails/web/mail-page.tsx'),
      route('admin/mail-preview', '../../features/mails/web/mail-preview-page.tsx'),
    ]),
  ]),
] satisfies RouteConfig
