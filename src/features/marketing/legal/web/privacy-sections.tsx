import { Points } from './legal-text.tsx'

export function Collected() {
  return (
    <>
      <p>
        To do what you ask, we need some information about you. Here’s what we collect, and our legal reason for using
        it:
      </p>
      <Points>
        <li>
          <strong className="font-semibold">Your account:</strong> name, email address, mobile number, a hash of your
          password, and what you add yourself: a picture, your time zone, what we can contact you about, an
          authenticator app, passkeys. Reason: our contract with you.
        </li>
        <li>
          <strong className="font-semibold">What you buy:</strong> packages, amounts, invoices, refunds. Reason: our
          contract with you, and tax law for invoices.
        </li>
        <li>
          <strong className="font-semibold">Your sessions and reports:</strong> bookings, what you send us for a review,
          and what your consultant writes for you. Reason: our contract with you.
        </li>
        <li>
          <strong className="font-semibold">Your ratings:</strong> what you think of your sessions. Once at least five
          members have rated a service, we show the average of all its ratings, without names. Reason: our legitimate
          interest in getting better and in showing what members think.
        </li>
        <li>
          <strong className="font-semibold">What you write to us:</strong> name, email address and message. Reason: our
          legitimate interest in answering you.
        </li>
        <li>
          <strong className="font-semibold">Security records:</strong> logins, type of device, IP addresses. Reason: our
          legitimate interest in keeping accounts safe.
        </li>
      </Points>
      <p>
        We never see or store card numbers. You type them into our payment provider’s fields, and we only find out
        whether the payment succeeded.
      </p>
      <p>
        Please don’t send us health records or other sensitive documents unless your consultant has asked for them and
        you want us to have them.
      </p>
    </>
  )
}

export function Sources() {
  return (
    <p>
      Nearly always from you. Our payment provider tells us about payments, refunds and disputes. If you’re under 18, we
      hold the name and email address of the parent or guardian you name. Before a purchase, we ask them to agree. We
      keep that request for 37 days, which is as long as their answer can count. If they agree, we keep that fact and
      the date with the purchase.
    </p>
  )
}

export function Recipients() {
  return (
    <>
      <p>
        Within the company, consultants see the members they work with, and administrators see what they need for their
        work.
      </p>
      <p>Outside the company, only those who work for us, under contract and on our instructions:</p>
      <Points>
        <li>
          our payment provider, Stripe, which is also a controller in its own right for what payment law requires of it
        </li>
        <li>the companies that host this site and deliver our emails</li>
        <li>our accountants, and HM Revenue &amp; Customs where the law says so</li>
      </Points>
      <p>
        In STUDY WORLD, we only pass your details to an agent or a qualified adviser if you ask us to refer you, and
        we’ll tell you beforehand what we’d send.
      </p>
      <p>
        Where one of these companies handles data outside the United Kingdom, it does so under UK adequacy regulations
        or the standard clauses approved by the Information Commissioner. We never sell personal data.
      </p>
    </>
  )
}

export function Retention() {
  return (
    <Points>
      <li>Account and bookings: until you delete your account.</li>
      <li>
        Files you give your consultant, and what we delivered to you: until you delete your account, or until six years
        after the package has ended, because that’s how long a claim can be taken to court.
      </li>
      <li>Invoices and credit notes: six years after the end of the financial year, because tax law requires it.</li>
      <li>
        Messages from the contact page: twelve months. Complaints, cancellations of contracts and our answers: six
        years.
      </li>
      <li>
        Messages between us in the portal, and emails in reply to them: 36 months, or until you delete your account. If
        you reply by email, we keep what you wrote but not attachments.
      </li>
      <li>
        Where and when you logged in: 90 days after you’re logged out again. A browser you’ve logged in with: 180 days
        after you last logged in with it.
      </li>
      <li>Notifications in your portal: twelve months after you read them, and two years at most.</li>
      <li>Emails to you: 90 days after we send them. The links in them: seven days after they stop working.</li>
      <li>
        Changes to a password, an email address or two-factor login, with the account that made them and the time:
        permanently, so that no one can hide what they did. Once an account is deleted, only ID numbers are left, and
        they don’t identify anyone.
      </li>
      <li>Other security records, such as IP addresses: 90 days.</li>
      <li>Backups: deleted data disappears from them as they’re replaced, and doesn’t come back if one is restored.</li>
    </Points>
  )
}
