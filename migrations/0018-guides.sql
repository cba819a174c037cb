create table guide (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  service_type text check (service_type in ('MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE')),
  title text not null check (char_length(title) between 1 and 80),
  summary text not null check (char_length(summary) between 50 and 160),
  body text not null check (char_length(body) between 1 and 20000),
  words integer not null generated always as (array_length(regexp_split_to_array(btrim(body, E' \n'), '\s+'), 1)) stored,
  picture text not null check (picture ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  sources jsonb not null,
  is_shown boolean not null default true,
  published_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  version integer not null default 1,
  check (updated_at >= published_at),
  constraint guide_sources_check check (
    jsonb_array_length(sources) > 0
    and jsonb_array_length(sources) = jsonb_array_length(jsonb_path_query_array(
      sources,
      '$[*] ? (@.title like_regex "." && @.url starts with "https://" && @.checkedOn like_regex "^\\d{4}-\\d{2}-\\d{2}$")'
    ))
  )
);
comment on table guide is 'An article that anyone can read, on a page of its own.';
comment on column guide.slug is 'The end of its address: /guides/slug.';
comment on column guide.service_type is 'The service whose page links to it. Null: about all services.';
comment on column guide.summary is 'Also the description for search engines, so between 50 and 160 characters.';
comment on column guide.body is
  'Markdown with headings, paragraphs, lists, quotes, links, strong text and emphasis. All else is shown as plain text.';
comment on column guide.words is 'For the reading time.';
comment on column guide.picture is 'Name of its illustration.';
comment on column guide.sources is
  'What its facts were compared with: [{"title", "url", "checkedOn"}], with https addresses and days such as 2026-11-28.';
comment on column guide.is_shown is 'False hides the guide without deleting it.';
comment on column guide.updated_at is 'When its text last changed, for search engines and feed readers.';
comment on column guide.version is 'For optimistic locking, to detect concurrent edits.';

create constraint trigger guide_content after insert or update or delete on guide
  deferrable initially deferred for each row execute function record_content_change();

-- In a migration instead of the seed, so that guides deleted by an administrator do not return at the next start.
insert into guide (slug, service_type, published_at, updated_at, picture, title, summary, body, sources) values
('refunds', null, '2026-11-28 00:00Z', '2026-11-28 00:00Z', 'guide-refunds',
'How our refunds work, with worked examples',
'When you can cancel, how we work out what you get back, and five examples from our own rule that you can check with a calculator.',
$guide$
No one reads refund rules until they need them. So here they are with the sums, before you buy: when you can cancel, how we work out what you get back, and five examples you can check with a calculator. The binding text is in our [terms](/terms#refunds); this guide explains it.

## The rule in one paragraph

If you buy as a consumer, you can cancel within 14 days and needn’t say why. We refund the price, with its tax, less the share of what you’ve already received. If you’ve received nothing, you get everything back. Your portal shows the amount and how it’s worked out before you confirm.

## When the 14 days begin and end

They start on the day after we confirm your purchase, and end at midnight, London time, on the fourteenth day. If we confirm on 1 March, the last day is 15 March.

You only need to tell us in time. The quickest way is your portal; an email or a letter counts as well.

## Your choice at the checkout

Nothing’s ticked for you. You choose one of two starts:

- **Start today.** You ask us to begin within the 14 days, and accept that if you cancel, we keep the share you’ve used. If everything in the package has been delivered within the 14 days, the right to cancel ends.
- **Start on a date.** The package begins on day 15, after the time for cancelling is over. Nothing can be used before, so until then you’d always get the full price back. You can start it sooner in your portal, with the same acknowledgement.

If you’re in no hurry, the second choice costs you nothing.

## How a share is worked out

Each part of a package has a weight: its percentage of the price. The weights of a package add up to 100%. In MY FUTURE WEEK they are:

- initial consultation: 15%
- final call: 20%
- roadmap with three pathways: 20%
- Future Profile report: 30%
- CV review: 7.5%
- LinkedIn review: 7.5%

In BIZ FUTURE they are:

- three social platforms: 10%
- eight posts: 32%
- four reels: 32%
- monthly report: 13%
- basic strategy: 13%

A part that comes in pieces counts by piece: three of eight posts is three eighths of 32%, which is 12%.

We add up the shares of what you’ve had, take them off the price, and round once, in your favour. If we’ve refunded something before, we take that off too.

## Five examples

All prices are in pounds, with VAT at 20%, as they were on 28 November 2026. Each example starts today, unless it says otherwise.

### 1. You’ve changed your mind before anything happened

You bought MY FUTURE WEEK for £118.80 and haven’t used it. You get £118.80. The same goes if you chose the later start and it hasn’t begun.

### 2. You’ve had the first call

The initial consultation is 15% of MY FUTURE WEEK. We keep that and refund 85%: £100.98.

### 3. You’ve had the call, the roadmap and the CV review

That’s 15%, 20% and 7.5%, so 42.5% of MY FUTURE WEEK. We refund 57.5%: £68.31.

### 4. Your posts have started

You bought BIZ FUTURE for £118.80. You’ve received the strategy (13%), three of eight posts (12%) and one of four reels (8%): 33% in all. We refund 67%. That’s £79.596, which we round up to £79.60.

### 5. You pay by the month and have unlimited calls

MY FUTURE X costs £34.80 a month and has calls without a limit, so counting calls would make no sense. It also counts by days: we keep the share of the days that have begun, or the shares of what you’ve received, whichever is more.

- You cancel on the fifth day of a 30-day month and have received nothing. Five days of thirty are gone. You get £29.00.
- You cancel on the same day, but you’ve had the initial consultation (10%), the roadmap (10%) and the Future Profile report (15%). Those are worth 35%, more than five days. You get £22.62.

If you’ve had one of the unlimited calls, their share counts by days too.

## What happens next

1. You confirm in your portal, with the amount in front of you.
2. Your access to that package ends, and calls you’ve booked in it are cancelled.
3. We send the money to the card or account you paid with, without a fee and within 14 days of your cancelling.
4. You get a credit note by email, and you’ll find it in your portal.

## When the 14 days are over

Then the package runs to its end, and these rules still protect you:

- **A subscription stops when you say so.** Cancel MY FUTURE X at any time; it ends when the month you’ve paid for ends. The 14 days belong to your first month, and don’t start again with each renewal.
- **Written work doesn’t lapse.** If we’re late with a report or a post, you still get it.
- **Calls you couldn’t book aren’t lost.** If we had no free time before your package ended, we extend it for that call.
- **Poor work is another matter.** If we don’t do what we promised with care and skill, the law lets you ask us to do it again, or for some or all of your money back. That has nothing to do with the 14 days.

## A call you can’t make

You can move or cancel a call until 24 hours before it starts, and keep it. After that, or if you don’t join, it counts as used, so its share is gone from any refund. If something serious kept you away, tell us: we can put it back.

## If you buy as a business

The 14 days are a right for consumers, so they don’t apply to a purchase for your business. The rules about calls and late work are the same. If that worries you, talk to us before you buy.

## If you think we’ve got it wrong

Use the [complaints page](/complaints) and say what you’d expected. Tell us which share you’d count differently, and we’ll show you our sum next to yours. If you’d like advice from someone else, Citizens Advice is free.
$guide$,
'[{"title": "Consumer Contracts Regulations 2013, the law behind the 14 days", "url": "https://www.legislation.gov.uk/uksi/2013/3134/body", "checkedOn": "2026-11-28"}]'),

('career-consultation', 'MY_FUTURE', '2026-11-28 00:01Z', '2026-11-28 00:01Z', 'guide-career-consultation',
'What happens in a career consultation',
'Step by step through MY FUTURE WEEK: the two calls, the roadmap, the report and the reviews, and what we can’t do for you.',
$guide$
You’ve never spoken to a career consultant, and you’d like to know what you’re walking into. Fair enough. Here’s what happens in ours, step by step, in the package MY FUTURE WEEK: what you do, what we do, what you get in writing, and what we can’t do for you.

## What you get

MY FUTURE WEEK runs for seven days and contains:

- a 10-minute initial consultation,
- a roadmap with three pathways,
- a Future Profile report of ten pages,
- a review of your CV and of your LinkedIn profile,
- a 20-minute final call.

MY FUTURE X contains the same, delivered within your first month, and carries on month by month with calls when you need one. You can read what’s in each, and what it costs with tax, on [the MY FUTURE page](/services/my-future) before you log in.

## Before the first call

You choose when the package starts: today, or after the 14 days in which you can cancel. Then you pick a time for the first call from the free ones in your portal. Times are shown in your own time zone.

There’s nothing to revise. If you’d like to use the ten minutes well, do this the evening before:

1. Write one sentence about where you are now. “I’m in Year 13 and everyone expects me to apply for law.”
2. Write one sentence about what you want from the week. “I want to know whether there’s something else, and how I’d start.”
3. Note anything that narrows your choices: money, health, family, where you can live.

You can be unsure about everything else. That’s what the week is for.

If you’re under 18, a parent or guardian confirms the purchase before it’s paid for. The consultation is still yours: you’re the one we talk to.

## The initial consultation: ten minutes

It’s short on purpose. This call isn’t where you get advice; it’s where your consultant learns what to work on.

Expect questions like these:

- What have you done in the past year that you’d do again?
- What have you already ruled out, and why?
- Who has an opinion about your choice, and how much does it count?
- What would make this week worth it?

You can say “I don’t know”. You can also say that something’s private. At the end, you’ll agree what you’ll send and what the week should answer.

## Between the calls: send us what you have

Upload your CV, the link to your LinkedIn profile if you have one, and anything that shows what you’ve done: certificates, a school report, a project, a half-finished idea. Rough is fine. If you don’t have a CV yet, say so in the call, and write one page before the review: your name, what you’ve studied, what you’ve done and one way to reach you.

Send things early in the week. Everything is written for one reader, and the more there is of you to read, the better it gets.

## The three documents

**Your roadmap** compares three realistic pathways. Not one verdict, and not thirty ideas. For each, it sets out what the route involves, what it asks of you, the case for and against it for you, and the first steps. One may be the plan you arrived with. It deserves the same look as the others.

**Your Future Profile** is ten pages about you: strengths and interests, with the evidence for them, and what you need from work. It comes from what you’ve said and sent, not from a quiz with a score. You can use it for applications later, or hand it to a teacher or parent who asks what you talked about.

**The CV and LinkedIn review** tells you what to change, and why. We don’t rewrite it for you: you’ll be the one who has to talk about it in an interview.

All three arrive in your portal, and they’re yours to keep. If something’s wrong or missing, ask for changes there.

## The final call: twenty minutes

Read the roadmap first, and bring your objections. This is the call for them.

A good final call usually goes like this: you say which pathway you’d choose today, your consultant asks what’s holding you back, you look at that together, and you leave with one move and a date for it. It needn’t be a big move. “Ring two employers by Friday” is a fine result.

If you’d choose differently a month later, that’s fine. The roadmap has two more.

## What we can’t do

- **Find you a job or a place.** Employers, colleges and universities decide.
- **Tell you who you are.** You know your life best. We advise; you decide.
- **Predict.** No one can promise what a sector will look like in ten years.
- **Treat or diagnose.** If what’s weighing on you is your health, speak to your GP. If you need someone to talk to now, Samaritans answer day and night, free, on 116 123.

There’s free help too, and you should know about it. In England, the [National Careers Service](https://nationalcareers.service.gov.uk/) gives free information, advice and guidance. Scotland, Wales and Northern Ireland have their own services. Your school or college has someone for this as well. Use them first, or alongside us.

## If you need to move or cancel

You can move or cancel a call without losing it until 24 hours before it starts. After that, or if you don’t turn up, it counts as used, and the page tells you so before you confirm. If we have to cancel, the call goes back into your package.

And if you change your mind about the whole thing within 14 days of buying, you can cancel and get back what you haven’t received. [How our refunds work](/guides/refunds) shows the sums.

## Is it for you?

It suits you if you’re stuck between options, if you can’t see any, or if you’ve got a plan that you’d like someone to question. It’s too much if you need one fact, such as an entry requirement: ring the university, it’s free. And it’s too little if you want someone to decide for you.

Not sure? [Ask us](/contact) before you pay for anything.
$guide$,
'[{"title": "National Careers Service", "url": "https://nationalcareers.service.gov.uk/", "checkedOn": "2026-11-28"},
  {"title": "European Commission: career guidance in England", "url": "https://national-policies.eacea.ec.europa.eu/youthwiki/chapters/united-kingdom-england/34-career-guidance-and-counselling", "checkedOn": "2026-11-28"},
  {"title": "Samaritans: how to contact them, and that it’s free", "url": "https://www.samaritans.org/how-we-can-help/contact-samaritan/", "checkedOn": "2026-11-28"}]'),

('first-90-days-of-a-business-page', 'BIZ_FUTURE', '2026-11-28 00:02Z', '2026-11-28 00:02Z', 'guide-first-90-days',
'The first 90 days of a business page',
'A plan for a small firm: claim your profiles, find four posts you can repeat, and follow the rules on ads, photos and emails.',
$guide$
You’ve got a business to run, and now it needs a page, posts and replies as well. You don’t need to be everywhere or go viral. You need people nearby to find you, trust you and know how to buy. Here’s a plan for three months that fits into about three hours a week, and the rules that apply from your first post.

## Before day 1: decide three things

1. **Who it’s for.** Not everyone: the customer you’d like ten more of.
2. **What one thing should change.** More bookings on weekdays, more quotes for one service, fewer calls asking when you open.
3. **Where those people already look.** Two places are plenty. For most local firms that’s Google and one social platform.

Write the three answers on a card. Every post you’re unsure about gets held up against it.

## Days 1 to 14: claim what’s yours

**Start with your [Google Business Profile](https://support.google.com/business/answer/6161772).** It’s free, and it’s what appears when someone searches your name or “near me”. It’s for businesses that meet customers in person, at their premises or at the customer’s. If you work from home and travel to people, hide the address and list your area instead.

- Search for your business first. If a profile exists, claim it rather than making a second one.
- Use the name on your sign, without extra keywords.
- Get verified. Google decides which methods you can use; a video of your premises and proof that you run the place is one of them.
- Add hours, including bank holidays, the most specific category that fits, and ten honest photos: the front door, the inside, the work.

**Then take your name on the platforms you might use**, even if you won’t post there yet. Same name, same picture, same line about what you do. Put them under an email address that belongs to the business, turn on two-step login, and give helpers their own access instead of your password.

**Last, fix the link.** Your profile should lead to a page where people can book, order or ring.

## Days 15 to 45: find your four posts

You don’t need ideas every morning. You need four kinds of post that you can repeat:

- **The work:** something being made, mended or delivered.
- **The answer:** one question a customer asked this week.
- **The people:** who does what, and what they’re fussy about.
- **The offer:** what you sell, what it costs and how to get it.

Two posts a week is enough, if they come every week. Set aside an hour on the same day, make both, and schedule them. Take twice as many photos as you need on good days; you’ll have bad ones.

Write as you’d talk across the counter. Say what’s in the picture, why it matters and what to do next. Add a description to each image for people who can’t see it, and captions to videos.

Reply to every comment and message within a working day. To a complaint, answer once, in public, politely and briefly: say sorry for what went wrong, and ask the person to contact you.

## Days 46 to 90: look, keep, drop

Once a month, take half an hour to look at four numbers: how many people asked for directions or rang from Google, how many messaged, how many new customers said they’d found you online, and which three posts led to any of that. Followers aren’t on the list.

Keep what brought people in. Drop one thing that didn’t. If one post did well without help, that’s the one to spend a little advertising money on: a small daily limit, a small area, two weeks, one aim. Then decide on the figures, not on the feeling.

Ask for reviews in person, when someone’s pleased. Never write your own, buy them, or offer something for a good one. Since April 2025 the law has banned fake reviews, and those that hide a reward.

## The rules, in plain English

### Advertising

The advertising code applies to your own channels as well as to adverts you pay for. The main rule is simple: it must be obvious that an ad is an ad.

- Posts about your own business, under its own name, usually need no label, because people can see who’s speaking.
- If someone else posts about you because you paid them, gave them something or pay commission, the post must make that clear at once. “Ad” at the start is the plain way. You share responsibility for it.
- If you post about your business from a personal account, say that it’s yours.
- Claims must be true, and you need the proof before you publish. Show prices to consumers with VAT included.

The [Advertising Standards Authority](https://www.asa.org.uk/) has free advice for small firms, and it publishes rulings by name.

### Photos of people

A photo in which someone can be recognised is personal data, so UK GDPR applies. You need a lawful reason to use it. For marketing, the safest is consent: ask, say where it will appear, note the answer, and take the picture down if they change their mind. Ask a parent before you show a child. Staff may find it hard to say no to you, so make no a real option. In a busy room, put up a sign and photograph the cake instead of the faces.

Pictures you find online belong to someone. Use your own, or ones you have a licence for.

### Names, emails and messages

If people give you their details, say what you’ll do with them, store them safely and delete them when you’re done. Most businesses that handle personal data must pay the ICO a yearly fee, £52 or £78 for small and medium-sized ones; its [short test](https://ico.org.uk/for-organisations/data-protection-fee/self-assessment/) tells you whether you’re exempt.

Marketing by email, text or direct message to individuals needs consent, with one exception: customers who bought from you, or nearly did, if you told them, offered a way out then and in every message, and write only about similar things of your own. Bought lists are trouble.

## A week that works

- **Monday, 20 minutes:** answer reviews and messages, check your hours.
- **Wednesday, 90 minutes:** make two posts, schedule them.
- **Friday, 20 minutes:** take photos of the week’s work, note two questions customers asked.

If a week falls apart, keep the Monday. A page that answers is worth more than a page that performs.
$guide$,
'[{"title": "Google: verify your business", "url": "https://support.google.com/business/answer/6161772", "checkedOn": "2026-11-28"},
  {"title": "ASA and CAP: brand-owned and paid social media", "url": "https://www.asa.org.uk/advice-online/recognising-ads-brand-owned-and-paid-social-media.html", "checkedOn": "2026-11-28"},
  {"title": "ASA and CAP: social media and influencer marketing", "url": "https://www.asa.org.uk/advice-online/recognising-ads-social-media.html", "checkedOn": "2026-11-28"},
  {"title": "ASA and CAP: VAT in stated prices", "url": "https://www.asa.org.uk/news/vat-s-the-way-to-do-it-get-your-pricing-ads-right.html", "checkedOn": "2026-11-28"},
  {"title": "CMS Law-Now: the ban on fake reviews", "url": "https://cms-lawnow.com/en/ealerts/2025/04/no-more-faux-five-stars-the-dmcc-act-bans-fake-reviews", "checkedOn": "2026-11-28"},
  {"title": "University of Edinburgh: photographs and data protection", "url": "https://data-protection.ed.ac.uk/guidance/specialised-guidance/marketing-publishing-communication/photography", "checkedOn": "2026-11-28"},
  {"title": "ICO: marketing by electronic mail", "url": "https://ico.org.uk/for-organisations/guide-to-pecr/guidance-on-direct-marketing-using-electronic-mail/how-do-we-comply-with-the-rules-on-sending-marketing-by-electronic-mail/", "checkedOn": "2026-11-28"},
  {"title": "GOV.UK: the data protection fee", "url": "https://www.gov.uk/data-protection-register-notify-ico-personal-data", "checkedOn": "2026-11-28"}]'),

('personal-statement', 'MY_FUTURE', '2026-11-28 00:03Z', '2026-11-28 00:03Z', 'guide-personal-statement',
'How to write a personal statement that says something',
'UCAS’s three questions, one at a time: what to collect, what to leave out, how to cut, and what you may use AI for.',
$guide$
Admissions tutors read hundreds of statements, and most of them say the same thing. Yours doesn’t need to be clever or moving. It needs to be about you and the course, with evidence. This guide takes you through the form as it is now, question by question, and shows you how to cut.

## What UCAS asks for

For entry from 2026, the personal statement is no longer one long text. You answer three questions:

1. Why do you want to study this course or subject?
2. How have your qualifications and studies helped you to prepare for this course or subject?
3. What else have you done to prepare outside of education, and why are these experiences useful?

You have 4,000 characters in all, spaces included, and each answer needs at least 350. How you divide the rest is up to you. That’s some 600 to 750 words: shorter than this guide.

You write one statement for all your choices. The universities read the three answers together, so say each thing once, in the place where it fits best.

## Before you write: collect

Don’t start with a first sentence. Start with a list. Give yourself half an hour and write down, without judging:

- what you’ve read, watched or listened to about the subject that no one made you,
- the piece of work at school you’re proudest of, and what was hard about it,
- a question in the subject that you can’t answer,
- jobs, caring, volunteering, clubs, and what you were trusted with,
- something you changed your mind about.

Then read the course pages of your choices and mark the words they share. If all five talk about statistics, or fieldwork, or working with patients, your statement should too.

## Question 1: why this course

The trap is passion. “I have always been fascinated by” tells a tutor nothing, because everyone writes it. Replace the feeling with the thing that caused it.

> Weak: I am passionate about economics and follow the news closely.
>
> Better: When our bus route was cut, the council’s report said demand was too low. I wanted to know how anyone measures demand for a bus that comes twice a day.

The second one has a person in it. It also leads somewhere: next you can say what you read to find out, and what the course has that you want.

Three things belong here: what drew you in, what you did about it, and what you want to study next. A career plan is welcome if you have one. No one expects you to.

## Question 2: what your studies have given you

This isn’t a list of subjects; they’re on the form already. Choose two or three pieces of work and say what you can do now that you couldn’t before.

- **Name it.** “In my coursework on coastal erosion” beats “in geography”.
- **Say what you did.** Measured, compared, argued, rebuilt.
- **Say what it taught you** that this course needs: handling data, reading closely, starting again after a result that made no sense.

A subject that looks unrelated can be your best evidence. Music is practice and performance under pressure. Design is making something for someone who isn’t you.

If your grades dipped for a reason, the reference is the better place to explain. Ask your teacher.

## Question 3: everything else, and why it’s useful

Read the second half of the question again: *why are these experiences useful?* A tutor doesn’t award points for activities. One shift job described well is worth more than six clubs in a row.

Use a simple shape: what you did, what went wrong or surprised you, what you’d do differently, and how that helps on this course.

> Saturdays at the pharmacy taught me that people rarely ask the question they came with. I learnt to wait. I’d like to be someone who hears the second question.

If you care for someone at home, work to help your family or couldn’t afford a placement, say so plainly. Responsibility is evidence. And if the course asks for experience, such as teaching, social work or healthcare, put it first.

## Cut it down

Your first draft will be too long. Good. Cut in this order:

1. Sentences that anyone applying could have written.
2. Quotations. They’re someone else’s words in your space.
3. Adjectives about yourself: dedicated, motivated, hard-working. Show one instead.
4. The run-up. Many drafts begin in their third sentence.
5. The same point made twice.

Then read it aloud. Where you stumble, the sentence is too long. Where you’re bored, so will they be.

## Using AI without losing the point

You may use a tool to ask what a course involves or to check your spelling. You can’t hand over the writing: when you apply, you declare that the statement isn’t copied from someone else, or from artificial intelligence software. UCAS checks statements for similarity and tells the universities what it finds; presenting generated text as your own could be treated as cheating and cost you an offer.

There’s a plainer reason. These tools write what most people would say. You’ve just spent a week removing that.

## When to send it

Your school or college has its own deadline, often before Christmas, because your reference has to be finished before you can send the form. The equal consideration deadline for most courses is in January; the exact day is on each course’s page at [UCAS](https://www.ucas.com/). Finish the text two weeks before your school’s date, leave it for three days, and read it once more.

## The last check

Ask someone who knows you to read it, and give them three questions instead of “is it good?”

- What will they remember about me?
- Where did you stop believing me?
- What’s missing that you know about?

If they remember one true thing, it works. Send it.
$guide$,
'[{"title": "Lighthouse Learning: the three UCAS questions and their limits", "url": "https://www.lighthouselearningco.co.uk/ucas", "checkedOn": "2026-11-28"},
  {"title": "University of Southampton: the three questions", "url": "https://connects.soton.ac.uk/feature/news-from-the-higher-education-sector/", "checkedOn": "2026-11-28"},
  {"title": "Newcastle University: AI and personal statements, after UCAS’s guide", "url": "https://belong.ncl.ac.uk/blog/is-using-ai-cheating-personal-statements", "checkedOn": "2026-11-28"},
  {"title": "UCAS: fraud and similarity", "url": "https://www.ucas.com/ucas/undergraduate/apply-and-track/filling-your-application/fraud-and-similarity", "checkedOn": "2026-11-28"},
  {"title": "UCAS: application deadlines", "url": "https://www.ucas.com/advisers/help-and-training/guides-resources-and-training/application-overview/application-deadlines", "checkedOn": "2026-11-28"}]'),

('study-in-the-netherlands-or-germany', 'STUDY_WORLD', '2026-11-28 00:04Z', '2026-11-28 00:04Z', 'guide-netherlands-germany',
'Studying in the Netherlands or Germany from the UK',
'Fees, language, applications, permits, proof of funds, insurance and work since Brexit, with links to those who decide.',
$guide$
The Netherlands and Germany have good universities, and both are close enough to come home from for a weekend. Since Brexit, though, a British passport makes you an international student in both. This guide explains what that means for fees, language, applications, permits, money and work. It’s general information, not immigration advice: where a rule decides whether you may stay, follow the link to the authority that makes it.

## The short version

- **The Netherlands** teaches many degrees in English and has one application portal. As a non-EU student you pay full fees.
- **Germany** charges low fees, or none, at most public universities. Most bachelor’s degrees are taught in German.
- In both, you can travel without an entry visa on a British passport, but you need a residence permit to stay and study.
- In both, you must show that you can pay for your first year before you’re allowed to stay.

If you also hold an Irish or another EU passport, most of this doesn’t apply to you: you pay EU fees and need no permit. Tell the university early.

## The Netherlands

### Fees

Dutch, EU, EEA, Swiss and Surinamese students pay a statutory fee, €2,694 for 2026 to 2027. Other students pay the institutional fee that each university sets. [Study in NL](https://www.studyinnl.org/finances/tuition-fees), the official information service, gives €9,000 to €20,000 a year for a bachelor’s and €12,000 to €30,000 for a master’s. Some universities also charge €75 to €100 to apply. Look at the programme’s own page: two courses in the same building can differ by thousands.

### How to apply

Nearly everyone registers through [Studielink](https://info.studielink.nl/en), and then sends documents to the university. Two dates are national:

- **15 January**, 23:59, for programmes with a fixed number of places, called *numerus fixus*. You’ll be ranked in a selection.
- **1 May**, 23:59, for other bachelor’s programmes.

Don’t plan by the second one. Universities set earlier dates for students who need a permit and a room, often 1 April or before, so the date on the programme’s page is yours.

Check the type of university too: a research university (*universiteit*) teaches theory first, a university of applied sciences (*hogeschool*) practice. Each programme’s page says which A-levels it accepts.

### Permit, money and health

You can’t apply for the residence permit yourself: the university does it for you with the immigration service, [IND](https://ind.nl/en), and charges you its fee. On a British passport you don’t need the separate entry visa. Once there, you have to pass at least half of your credits each year to keep the permit.

You must show living costs for twelve months. The IND’s amount for higher education in 2026 is €1,130.77 a month, so €13,569.24 for a year, without tuition. It changes every January, and universities often ask for a little more.

If you only study, you don’t take Dutch health insurance; you need cover of your own that’s valid there. As soon as you have a job, or a paid internship, Dutch basic insurance is compulsory.

### Work

With a permit for study you may work up to 16 hours a week, or full time in June, July and August, not both. Your employer must get a work permit for you first, which takes about five weeks. Rooms are scarce in Dutch student cities, so look for one before you look for a job.

## Germany

### Fees

Most public universities charge no tuition fees, only a contribution each semester for student services and often a travel pass. There are exceptions for students from outside the EU:

- **Baden-Württemberg** (Heidelberg, Stuttgart, Freiburg and others) charges €1,500 a semester.
- **The Technical University of Munich** charges €2,000 or €3,000 a semester for a bachelor’s, and €4,000 or €6,000 for a master’s.

Other universities may follow, and private ones always charge. Check your own university’s page.

### Language and A-levels

Filter the [DAAD’s](https://www.daad.de/en/) course database by language before you fall in love with a city. Many master’s programmes are in English; most bachelor’s programmes need German at a level proved by a test such as TestDaF or DSH. A year of German first is a normal plan, not a failure.

Since 2022, three A-levels with at least a C each can be enough for direct entry, if they’re independent subjects and at least two come from a list of academic ones. BTECs usually don’t count. The DAAD’s [admission database](https://www.daad.de/en/studying-in-germany/requirements/admission-database/) shows what your subjects open, and the university decides.

### How to apply

Some universities take applications directly, many through [uni-assist](https://www.uni-assist.de/en/), which checks foreign certificates. It charges €75 for your first course in a semester and €30 for each further one. Deadlines differ from course to course, and some are months earlier for international applicants. Send everything weeks before: uni-assist only starts once you’ve paid, and your papers and your payment both have to arrive in time.

### Permit, money and health

British citizens may enter Germany without a visa, including to study, and apply for the residence permit at the local foreigners’ authority. The [German missions in the UK](https://uk.diplo.de/uk-en) say what applies to you. Do it early: you must have applied within three months of arriving, appointments are scarce, and you may not work until you have the permit. You also register your address with the town.

You’ll have to prove your funds for a year. The usual way is a **blocked account**: you pay in a year’s living costs and get a twelfth each month. The amount follows German student grants. In early 2026 it was €11,904, or €992 a month; look up the present figure with the [Federal Foreign Office](https://www.auswaertiges-amt.de/en) before you transfer anything. A scholarship, or someone in Germany who guarantees your costs, can replace it.

Health insurance is compulsory, and you can’t enrol without proof of it. Under 30, you’ll usually join the statutory scheme at the student rate. Ask an insurer whether a UK card changes anything for you, before you sign up for a private policy: leaving the statutory scheme counts for your whole course.

### Work

International students may work 140 full days or 280 half days a year, or up to 20 hours a week in term. Jobs as a student assistant at the university don’t count towards the limit. Freelance work isn’t included; ask the foreigners’ authority before you take any.

## Will Student Finance pay?

Don’t count on it. UK student loans are for courses at universities and colleges in the UK. A year abroad within a UK degree isn’t the same as a whole degree abroad. Ask your student finance body in writing before you accept a place, and ask the university about scholarships at the same time.

## A plan for autumn 2027

1. **Now:** choose three programmes in each country and write down their own deadlines, fees and language tests.
2. **By 15 January:** any Dutch programme with limited places.
3. **January to March:** other Dutch applications, language test, housing lists.
4. **Spring:** uni-assist, and money for the proof of funds.
5. **Summer:** permit papers, insurance, a room. In that order.
$guide$,
'[{"title": "Study in NL: tuition fees", "url": "https://www.studyinnl.org/finances/tuition-fees", "checkedOn": "2026-11-28"},
  {"title": "StudyPath: the statutory fee for 2026 to 2027", "url": "https://studypath.nl/guides/tuition-fees", "checkedOn": "2026-11-28"},
  {"title": "Studielink: deadlines", "url": "https://info.studielink.nl/en/how-to-use-studielink/make-sure-you-are-on-time", "checkedOn": "2026-11-28"},
  {"title": "Utrecht University: permits by nationality", "url": "https://www.uu.nl/en/education/welcome-to-utrecht/prepare-your-stay/entry-visa-residence-permit/upcoming-students-in-the-netherlands", "checkedOn": "2026-11-28"},
  {"title": "IND: progress in your studies", "url": "https://ind.nl/en/Pages/Study-progress-monitoring.aspx", "checkedOn": "2026-11-28"},
  {"title": "StudyPath: the IND’s amount for 2026", "url": "https://studypath.nl/guides/financial-proof", "checkedOn": "2026-11-28"},
  {"title": "ACCESS NL: health insurance for students", "url": "https://access-nl.org/healthcare-netherlands/medical-insurances/insurances-for-students/is-dutch-health-insurance-required-for-students/", "checkedOn": "2026-11-28"},
  {"title": "Amsterdam UAS: working while studying", "url": "https://www.amsterdamuas.com/study/international-admissions/financial-matters/working-while-studying/working-at-a-company-while-studying", "checkedOn": "2026-11-28"},
  {"title": "University of Stuttgart: fees in Baden-Württemberg", "url": "https://www.student.uni-stuttgart.de/en/financing/international/index.html", "checkedOn": "2026-11-28"},
  {"title": "Technical University of Munich: tuition fees", "url": "https://www.tum.de/en/studies/fees/tuition", "checkedOn": "2026-11-28"},
  {"title": "DAAD: database on admission requirements", "url": "https://www.daad.de/en/studying-in-germany/requirements/admission-database/", "checkedOn": "2026-11-28"},
  {"title": "Pearson: A-levels for German universities since 2022", "url": "https://blog.pearsoninternationalschools.com/germany-relaxes-admission-requirements-for-uk-qualification-students-applying-to-its-universities/", "checkedOn": "2026-11-28"},
  {"title": "uni-assist: handling fees", "url": "https://www.uni-assist.de/en/faqs/pay-all-fees/", "checkedOn": "2026-11-28"},
  {"title": "City University of Applied Sciences Bremen: residence permits", "url": "https://hs-bremen.de/informationen-fuer/austauschstudierende/visa-and-residence-permit-for-exchange-students", "checkedOn": "2026-11-28"},
  {"title": "German Online Tests: the blocked account in 2026", "url": "https://www.germanonlinetests.com/news/germany-blocked-account-2026-requirements-complete-student-visa-guide", "checkedOn": "2026-11-28"},
  {"title": "German student services: health insurance", "url": "https://www.studierendenwerke.de/en/topics/student-finance/costs-of-study/insurances-for-students/studienvoraussetzung-kranken-und-pflegeversicherung", "checkedOn": "2026-11-28"},
  {"title": "EU Reporter: work rules in Germany since March 2024", "url": "https://www.eureporter.co/uncategorized/2024/03/18/germany-implements-changes-for-international-student-employment/", "checkedOn": "2026-11-28"},
  {"title": "Discover Uni: student finance is for courses in the UK", "url": "https://discoveruni.gov.uk/how-will-i-pay-for-it/how-will-i-pay-england", "checkedOn": "2026-11-28"}]'),

('after-a-levels', 'MY_FUTURE', '2026-11-28 00:05Z', '2026-11-28 00:05Z', 'guide-after-a-levels',
'What to do after A-levels: four routes compared',
'University, a degree apprenticeship, work or a gap year: what each costs and pays, how to decide, and the dates for 2027 entry.',
$guide$
You don’t have to decide your life in the next few months. You have to decide your next step, and there are more than two. This guide sets out four of them, what each one costs and pays, how to choose, and the dates that matter if you want to start university in autumn 2027.

## The four routes in one minute

- **University.** Three or four years of study, usually on a loan. Best when the job you want needs a degree, or when you want to go deep into a subject.
- **Degree apprenticeship.** A job with a degree inside it. You’re paid, you don’t pay tuition fees, and competition for places is stiff.
- **Work.** A job now, with training or without. You can still study later.
- **A gap year.** A year with a purpose, then one of the other three.

None of these is the safe choice. The safe choice is the one you’ve looked at properly.

## University: what it costs and what to check

In England, universities can charge most full-time students up to £9,790 for the 2026 to 2027 academic year. You don’t pay that up front: a tuition fee loan goes straight to the university, and you start paying it back once you’ve left the course and earn more than a set amount. A maintenance loan for living costs depends on your household’s income. Courses that start from January 2027 come under a new system, the Lifelong Learning Entitlement; at present rates it gives most people up to £39,160 of tuition loans, which is about four years of full-time study. Scotland, Wales and Northern Ireland have their own rules.

Before you put a course on your list, find out four things:

1. How it’s taught: hours a week, coursework or exams, a placement or not.
2. What past students do now. [Discover Uni](https://discoveruni.gov.uk/) is the official place to compare courses.
3. What you’d be doing in the second year. First-year modules look alike everywhere.
4. What it costs to live there. Rent differs more between cities than fees do.

## Degree apprenticeships: a job first, a degree second

As an apprentice you usually work four days a week and study for one. A degree apprenticeship leads to a bachelor’s or master’s degree, at levels 6 and 7. The employer and the government pay for the training; you pay no tuition fees, and you get a wage.

The legal minimum for an apprentice is £8 an hour from April 2026 if you’re under 19, or in your first year. After that it’s the minimum wage for your age: £10.85 at 18 to 20, and £12.71 from 21. Many employers pay more, so compare adverts.

Apply as you would for a job: one CV and one answer at a time, to named employers, often a year before the start. There’s no single deadline. In England you’ll find vacancies on the government’s [apprenticeships pages](https://www.gov.uk/apply-apprenticeship). You can apply for apprenticeships and through UCAS at the same time, and you should.

One warning: you’re choosing an employer as well as a subject. If you’d hate the job, the free degree won’t make up for it.

## Work: more than a stopgap

A first job teaches things no course does: turning up, being corrected, handling people who are having a bad day. It also pays. It makes sense if you’re tired of exams, if you need the money, or if the trade you want trains people on the job.

Make it count. Before you accept, ask what you’ll have learnt after a year, who’ll teach you, and whether they pay for qualifications. If the answers are vague, take the job if you need it, and keep looking.

## A gap year: decide what it’s for

A good gap year has one sentence behind it: to earn a deposit, to test a career, to improve a grade, to learn a language. Universities don’t mind the year; they mind the blank.

You can apply now and start a year later. UCAS calls this deferred entry: you choose the later start date when you add a course, and explain your plans in your personal statement. Not every course allows it, so ask the university before you apply. Or apply next year with your grades in hand, which is simpler if you expect to do better than predicted.

## How to decide when everything looks fine

Give yourself one weekend and a sheet of paper.

1. **Write down five ordinary weekdays**, not job titles. Indoors or out, alone or in a team, making or explaining. Cross out the routes that never lead there.
2. **Talk to two people** who did each route you’re still considering. Ask what they’d do differently.
3. **Price each one** for three years: what you’d pay, borrow and earn.
4. **Ask what it closes.** Some choices, such as medicine, need certain subjects and grades. Most other doors stay open.
5. **Sleep on it, then choose a first and a second.** Act on both until one says yes.

If two routes still tie, take the one that starts with something you can try: an open day, a taster course, a week of work experience. Trying beats thinking.

> You’re not looking for the right answer. You’re looking for a good one that you can start on.

## The dates for 2027 entry

- **October deadline.** For Oxford, Cambridge and most courses in medicine, dentistry and veterinary medicine. It has passed for 2027.
- **January 2027, at 18:00 UK time.** The equal consideration deadline for most other courses. Universities must consider every application that arrives by then equally. Check the exact day for your course on [UCAS](https://www.ucas.com/); your school will want your form weeks earlier, because your reference has to be finished before you can send it.
- **25 February to 1 July 2027.** UCAS Extra. If you’ve used all five choices and hold no offer, you can add another, one at a time.
- **2 July to 18 October 2027.** Clearing. Universities fill the places they still have.

Applying costs £28.95 for 2027 entry. From this round, care leavers don’t pay, and UCAS has waived the fee for students on free school meals since 2025 entry. Ask your school how to claim.

## If results day goes wrong

Ring the university before you despair: if you missed an offer by a grade, it may still take you. If it won’t, use Clearing. Look up courses with places, ring the university yourself with your grades and your UCAS number beside you, and ask whether they’d accept you. You can talk to as many as you like, but add only one to your application, so wait until you’re sure. A place from Clearing is for that autumn. If you’d rather wait, say no and apply again.

A year from now, what will matter is that you picked something and looked after it.
$guide$,
'[{"title": "GOV.UK: student finance for courses from January 2027", "url": "https://www.gov.uk/student-finance-on-or-after-1-january-2027/student-loans", "checkedOn": "2026-11-28"},
  {"title": "GOV.UK: student finance for new full-time students", "url": "https://www.gov.uk/student-finance/new-fulltime-students", "checkedOn": "2026-11-28"},
  {"title": "GOV.UK: minimum wage rates", "url": "https://www.gov.uk/national-minimum-wage-rates", "checkedOn": "2026-11-28"},
  {"title": "BBC News: what is an apprenticeship?", "url": "https://www.bbc.co.uk/news/articles/c51xenx7pvqo", "checkedOn": "2026-11-28"},
  {"title": "UCAS: deferred applications", "url": "https://www.ucas.com/faqs/how-do-i-make-a-deferred-application-for-2027-or-later", "checkedOn": "2026-11-28"},
  {"title": "UCAS: application deadlines", "url": "https://www.ucas.com/advisers/help-and-training/guides-resources-and-training/application-overview/application-deadlines", "checkedOn": "2026-11-28"},
  {"title": "Barnfield College: UCAS dates for 2027 entry", "url": "https://www.barnfield.ac.uk/whats-on/news/ucas-dates-and-deadlines", "checkedOn": "2026-11-28"},
  {"title": "The Independent: the application fee for 2027 entry", "url": "https://www.independent.co.uk/bulletin/news/university-fee-waived-care-leavers-uca-b2905237.html", "checkedOn": "2026-11-28"},
  {"title": "UCAS: the fee waiver for free school meals", "url": "https://www.ucas.com/advisers/help-and-training/guides-resources-and-training/application-overview/advisers-free-school-meals-application-fee-waiver-guide", "checkedOn": "2026-11-28"},
  {"title": "UK University Search: deferring, also after Clearing", "url": "https://www.ukuniversitysearch.com/blog/post/deferring-your-university-place", "checkedOn": "2026-11-28"},
  {"title": "The Access Project: how Clearing works", "url": "https://theaccessproject.org.uk/2024/08/15/ucas-clearing-101-get-a-space-at-uni-this-september/", "checkedOn": "2026-11-28"}]');
