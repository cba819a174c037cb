// Parts that other areas may show.
export { CancellationHintBadge } from '../declarations/web/cancellation-hint-badge.tsx'

export { DeclarationForm } from '../declarations/web/declaration-form.tsx'
export { takeDeclaration } from '../declarations/web/take-declaration.ts'
export { ComplaintForm } from '../form/web/complaint-form.tsx'
export { ContactForm } from '../form/web/contact-form.tsx'
