import { Points } from './legal-text.tsx'

export function Collected() {
  return (
    <>
      <p>We collect what we need to do what you ask for, and the law names a reason for each use:</p>
      <Points>
        <li>
          <strong className="font-semibold">Your account:</strong> name, e-mail address, mobile number, a hash of your
          password, and what you add yourself: a picture, your time zone, what we may tell you about, an authenticator
          app, passkeys. Reason: the contract with you.
        </li>
        <li>
          <strong className="font-semibold">What you buy:</strong> packages, amounts, invoices, refunds. Reason: the
          contract, and tax law for invoices.
        </li>
        <li>
          <strong className="font-semibold">Your sessions and reports:</strong> bookings, what you send us for a review,
          and what your consultant writes for you. Reason: the contract.
        </li>
        <li>
          <strong className="font-semibold">What you write to us:</strong> name, e-mail address and message. Reason: our
          legitimate interest in answering you.
        </li>
        <li>
          <strong className="font-semibold">Security records:</strong> logins, the kind of device, network addresses.
          Reason: our legitimate interest in keeping accounts safe.
        </li>
      </Points>
      <p>
        We do not see or store card numbers. You type them into fields of our payment provider, and we learn only
        whether the payment succeeded.
      </p>
      <p>
        Please do not send us health records or other sensitive documents unless your consultant has asked for them and
        you want us to have them.
      </p>
    </>
  )
}

export function Sources() {
  return (
    <p>
      From you, nearly always. Our payment provider tells us about payments, refunds and disputes. If you are under 18,
      we hold the name and e-mail address of the parent or guardian you name. What we ask them before a purchase is kept
      for 37 days, as long as their answer can count; that they agreed, and when, stays with the purchase.
    </p>
  )
}

export function Recipients() {
  return (
    <>
      <p>
        Within the company, consultants see the members they work with, and administrators see what their work needs.
      </p>
      <p>Outside, only those who do a job for us, under contract and on our instructions:</p>
      <Points>
        <li>
          our payment provider, Stripe, which is also a controller of its own for what payment law requires of it,
        </li>
        <li>the companies that host this site and deliver our e-mails,</li>
        <li>our accountants, and HM Revenue &amp; Customs where the law says so.</li>
      </Points>
      <p>
        In STUDY WORLD we pass your details to an agent or a qualified adviser only if you ask us to refer you, and we
        tell you beforehand what we would send.
      </p>
      <p>
        Where one of these companies handles data outside the United Kingdom, it does so under UK adequacy regulations
        or the standard clauses that the Information Commissioner has approved. We never sell personal data.
      </p>
    </>
  )
}

export function Retention() {
  return (
    <Points>
      <li>Account and bookings: until you delete your account.</li>
      <li>
        Files that you give your consultant, and what we delivered to you: until you delete your account, or until six
        years after the package has ended, because a court may be asked about it for as long.
      </li>
      <li>Invoices and credit notes: six years after the end of the financial year, because tax law requires it.</li>
      <li>Messages from the contact page: twelve months. Complaints and our answers: six years.</li>
      <li>
        What you and we write to each other in the portal, or by mail in answer to it: 36 months, or until you delete
        your account. Of a mail we keep only your own words; files that come with it are not kept.
      </li>
      <li>
        Where and when you logged in: 90 days after that login has ended. A browser that you logged in with: 180 days
        after the last time.
      </li>
      <li>What the bell in your portal tells you: twelve months after you read it, and two years at most.</li>
      <li>E-mails to you: 90 days after they were sent. The links in them: seven days after they stop working.</li>
      <li>
        That a password, an address or a second factor was changed, by which account and when: it stays, by numbers that
        name nobody once the account is deleted, so that nobody can hide what they did.
      </li>
      <li>Other security records, such as network addresses: 90 days.</li>
      <li>
        Backups: deleted data disappears from them as they are replaced, and is not brought back if one is restored.
      </li>
    </Points>
  )
}
