// What other areas may show of messages.
export { ComplaintForm } from './complaint-form.tsx'
export { ContactForm } from './contact-form.tsx'
