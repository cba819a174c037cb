/** Kept apart from the portal's exports, so that the receipt does not load their scripts. */
export { ConfirmationSection } from '../checkout/web/confirmation-section.tsx'
