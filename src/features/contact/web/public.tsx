// Parts that other areas may show.

export { DeclarationSteps } from '../cancellation/web/declaration-steps.tsx'
export { takeDeclaration } from '../cancellation/web/take-declaration.ts'
export { ComplaintForm } from '../form/web/complaint-form.tsx'
export { ContactForm } from '../form/web/contact-form.tsx'
