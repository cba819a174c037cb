import { randomUUID } from 'node:crypto'

export type Person = { firstName: string; lastName: string; email: string; mobile: string; password: string }

/** The input for the registration form. */
export function newPerson(details: Partial<Person> = {}): Person {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `${randomUUID()}@example.org`,
    mobile: '+447700900123',
    password: 'a long enough password',
    ...details,
  }
}
