import { index, layout, type RouteConfigEntry, route } from '@react-router/dev/routes'

/**
 * Every page of the site. The server renders public pages, which are plain documents; the browser renders the portal and
 * the checkout.
 */
const routes = [
  layout('layouts/document-layout.tsx', [
    index('../../features/marketing/home/web/home-page.tsx'),
    route('services/my-future', '../../features/marketing/services/web/my-future-page.tsx'),
    route('services/study-world', '../../features/marketing/services/web/study-world-page.tsx'),
    route('services/biz-future', '../../features/marketing/services/web/biz-future-page.tsx'),
    route('which-service/*', '../../features/marketing/finder/web/which-service-page.tsx'),
    route('about', '../../features/marketing/web/about-page.tsx'),
    route('consultants', '../../features/marketing/web/consultants-page.tsx'),
    route('samples', '../../features/marketing/samples/web/samples-page.tsx'),
    route('samples/:slug', '../../features/marketing/samples/web/sample-page.tsx'),
    route('contact', '../../features/marketing/web/contact-page.tsx'),
    route('privacy', '../../features/marketing/legal/web/privacy-page.tsx'),
    route('terms', '../../features/marketing/legal/web/terms-page.tsx'),
    route('accessibility', '../../features/marketing/legal/web/accessibility-page.tsx'),
    route('security', '../../features/marketing/legal/web/security-page.tsx'),
    route('complaints', '../../features/marketing/web/complaints-page.tsx'),
    route('cancel-contract', '../../features/marketing/web/cancel-contract-page.tsx'),
    route('guides', '../../features/marketing/guides/web/guides-page.tsx'),
    route('guides/:slug', '../../features/marketing/guides/web/guide-page.tsx'),
    route('*', '../../features/marketing/web/not-found-page.tsx'),
  ]),
  layout('layouts/public-layout.tsx', [
    layout('layouts/account-layout.tsx', [
      route('login', '../../features/accounts/login/web/login-page.tsx'),
      route('register', '../../features/accounts/registration/web/register-page.tsx'),
      route('forgot-password', '../../features/accounts/passwords/web/forgot-password-page.tsx'),
      route('reset-password/:token?', '../../features/accounts/passwords/web/reset-password-page.tsx'),
      route('verify-email', '../../features/accounts/email-address/web/verify-email-page.tsx'),
      route('undo-email/:token?', '../../features/accounts/email-address/web/undo-email-page.tsx'),
    ]),
    route('guardian/:token?', '../../features/payments/guardians/web/guardian-page.tsx'),
    route('unsubscribe/:token?', '../../features/emails/web/unsubscribe-page.tsx'),
  ]),
  route('profile', 'profile-redirect.ts'),
  layout('layouts/checkout-layout.tsx', [
    route('checkout', '../../features/payments/checkout/web/basic-checkout-page.tsx'),
    route('confirmation', '../../features/portal/web/confirmation-page.tsx'),
    route('checkout/stripe', '../../features/payments/checkout/web/secure-checkout-page.tsx'),
  ]),
  layout('layouts/require-member.tsx', { id: 'require-paying-member' }, [
    layout('layouts/checkout-layout.tsx', { id: 'member-checkout' }, [
      route('checkout/card', '../../features/payments/subscriptions/web/card-update-page.tsx'),
      route('checkout/new-card', '../../features/payments/cards/web/add-card-page.tsx'),
      route('checkout/payment', '../../features/payments/subscriptions/web/due-payment-page.tsx'),
    ]),
  ]),
  layout('layouts/require-member.tsx', [
    layout('layouts/portal-layout.tsx', [
      layout('layouts/portal-page.tsx', [
        route('portal', '../../features/portal/web/dashboard-page.tsx', { id: 'portal' }),
        route('portal/dashboard', '../../features/portal/web/dashboard-page.tsx', { id: 'dashboard' }),
        route('portal/profile', '../../features/accounts/profile/web/profile-page.tsx', [
          index('../../features/payments/cards/web/saved-cards-section.tsx'),
        ]),
        route('portal/packages', '../../features/portal/web/my-packages-page.tsx'),
        route('portal/packages/:entitlementId', '../../features/portal/web/package-page.tsx'),
        route('portal/bookings', '../../features/bookings/booking/web/bookings-page.tsx'),
        route('portal/bookings/new', '../../features/bookings/booking/web/new-booking-page.tsx'),
        route('portal/bookings/:bookingId', '../../features/bookings/web/booking-page.tsx'),
        route('portal/deliverables/:deliverableId', '../../features/deliverables/member/web/deliverable-page.tsx'),
        route('portal/invoices', '../../features/purchases/documents/web/invoices-page.tsx'),
        route('portal/messages', '../../features/conversations/messages/web/messages-page.tsx'),
        route('portal/notifications', '../../features/notifications/web/notifications-page.tsx'),
        route('portal/security', '../../features/accounts/web/security-page.tsx'),
        layout('layouts/require-consultant.tsx', [
          route('portal/consultant', '../../features/bookings/agenda/web/agenda-page.tsx'),
          route('portal/consultant/availability', '../../features/bookings/availability/web/availability-page.tsx'),
          route('portal/consultant/bookings/:bookingId', '../../features/bookings/web/consultant-booking-page.tsx'),
          route('portal/consultant/deliverables', '../../features/deliverables/consultant/web/worklist-page.tsx'),
          route(
            'portal/consultant/deliverables/:deliverableId',
            '../../features/deliverables/consultant/web/consultant-deliverable-page.tsx',
          ),
        ]),
      ]),
    ]),
  ]),
  layout('layouts/require-member.tsx', { id: 'require-staff' }, [
    layout('layouts/require-administrator.tsx', [
      layout('layouts/back-office-page.tsx', [
        route('admin', '../../features/back-office/metrics/web/overview-page.tsx'),
        route('admin/overview/:metric', '../../features/back-office/metrics/web/metric-page.tsx'),
        route('admin/first-steps', '../../features/back-office/first-steps/web/first-steps-page.tsx'),
        route('admin/audit', '../../features/back-office/audit/web/audit-page.tsx'),
        route('admin/purchases', '../../features/purchases/search/web/purchases-page.tsx'),
        route('admin/purchases/:purchaseId', '../../features/payments/purchase-record/web/purchase-page.tsx'),
        route('admin/anomalies', '../../features/payments/anomalies/web/anomalies-page.tsx'),
        route('admin/bookings', '../../features/bookings/admin-bookings/web/admin-bookings-page.tsx'),
        route('admin/bookings/:bookingId', '../../features/bookings/admin-bookings/web/admin-booking-page.tsx'),
        route('admin/consultants', '../../features/bookings/admin-consultants/web/admin-consultants-page.tsx'),
        route(
          'admin/consultants/:consultantId',
          '../../features/bookings/admin-consultants/web/admin-consultant-page.tsx',
        ),
        route('admin/deliverables', '../../features/deliverables/admin/web/admin-deliverables-page.tsx'),
        route('admin/deliverables/:deliverableId', '../../features/deliverables/admin/web/admin-deliverable-page.tsx'),
        route('admin/documents', '../../features/purchases/documents/web/documents-page.tsx'),
        route('admin/conversations', '../../features/conversations/messages/web/staff-conversations-page.tsx'),
        route('admin/conversations/:memberId', '../../features/conversations/messages/web/staff-conversation-page.tsx'),
        route('admin/members', '../../features/back-office/members/web/members-page.tsx'),
        route('admin/members/:memberId', '../../features/back-office/members/web/member-page.tsx'),
        route(
          'admin/members/:memberId/impersonate',
          '../../features/back-office/members/web/impersonate-member-page.tsx',
        ),
        route('admin/members/:memberId/book', '../../features/bookings/admin-bookings/web/book-for-member-page.tsx'),
        route('admin/emails', '../../features/emails/web/email-log-page.tsx'),
        route('admin/emails/:emailId', '../../features/emails/web/email-page.tsx'),
        route('admin/email-previews', '../../features/emails/web/email-previews-page.tsx'),
        route('admin/settings', '../../features/back-office/settings/web/settings-page.tsx'),
        route('admin/stories', '../../features/marketing/stories/web/admin-stories-page.tsx'),
        route('admin/stories/:storyId', '../../features/marketing/stories/web/admin-story-page.tsx'),
        route('admin/consultant-profiles', '../../features/consultants/web/consultant-profiles-page.tsx'),
        route('admin/consultant-profiles/:accountId', '../../features/consultants/web/consultant-profile-page.tsx'),
        route('admin/inbox', '../../features/contact/inbox/web/inbox-page.tsx'),
        route('admin/inbox/:messageId', '../../features/contact/inbox/web/inbox-message-page.tsx'),
        route('admin/discount-codes', '../../features/purchases/discounts/web/discount-codes-page.tsx'),
        route('admin/discount-codes/new', '../../features/purchases/discounts/web/new-discount-code-page.tsx'),
        route('admin/discount-codes/:codeId', '../../features/purchases/discounts/web/discount-code-page.tsx'),
        route('admin/catalogue', '../../features/catalogue/editing/web/catalogue-page.tsx'),
        route('admin/catalogue/:packageId', '../../features/catalogue/editing/web/edit-package-page.tsx'),
      ]),
    ]),
  ]),
] satisfies RouteConfigEntry[]

export default routes.map(withPathAsId)

/**
 * Uses the path as the route id, because every page includes the whole route table, which would otherwise repeat each
 * file name.
 */
function withPathAsId(entry: RouteConfigEntry): RouteConfigEntry {
  const { id = entry.path ?? entry.file.split('/').at(-1), children } = entry
  return { ...entry, id, ...(children && { children: children.map(withPathAsId) }) }
}
